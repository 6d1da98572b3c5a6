import type { StreamEvent, StreamEventName } from '@portico/protocol/gateway'

/** An event as a stream sends it. */
export type StreamEntry = {
  /** `<epoch>-<seq>`. */
  id: string
  event: StreamEventName
  data: StreamEvent
  /** Of two entries with the same one that wait, only the later is sent. */
  replaces?: string | undefined
}

/** One client's stream. */
export type Connection = {
  readonly body: ReadableStream<Uint8Array>
  push(entry: StreamEntry): void
  /** A comment, and the id that a client is to come back with. */
  beat(id: string): void
  /** Tells the client to read everything again, and ends. */
  drop(id: string): void
  end(): void
}

const coalesceMs = 250
/** Bytes that wait for a slow client. */
const maxBuffered = 1024 * 1024
const encoder = new TextEncoder()

/**
 * Server-sent events for one client (HTML standard §9.2). The first event of a topic goes out at once, those within the
 * next quarter of a second together. A client that does not read is told to read everything again, and left.
 */
export function createConnection({
  retryMs,
  onEnd,
  limit = maxBuffered,
}: {
  /** How long a client waits before it comes back. */
  retryMs: number
  onEnd: () => void
  limit?: number | undefined
}): Connection {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let waiting: StreamEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  /** When a topic was last written about. */
  const sentAt = new Map<string, number>()

  const body = new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own
      },
      cancel: close,
    },
    { highWaterMark: limit, size: (chunk) => chunk.byteLength },
  )

  function close(): void {
    if (!controller) return
    controller = undefined
    clearTimeout(timer)
    clearImmediate(soon)
    waiting = []
    onEnd()
  }

  function end(): void {
    const own = controller
    close()
    own?.close()
  }

  function drop(id: string): void {
    controller?.enqueue(encoder.encode(write({ id, event: 'resync', data: { reason: 'slow' } })))
    end()
  }

  function send(text: string, id: string): void {
    if (!controller) return
    controller.enqueue(encoder.encode(text))
    if ((controller.desiredSize ?? 0) <= 0) drop(id)
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    soon = undefined
    const entries = waiting
    waiting = []
    for (const { data } of entries) sentAt.set(topicOf(data), Date.now())
    send(entries.map(write).join(''), entries.at(-1)?.id ?? '')
  }

  send(`retry: ${retryMs}\n\n`, '')
  return {
    body,
    push(entry) {
      if (!controller) return
      const older = entry.replaces && waiting.findIndex(({ replaces }) => replaces === entry.replaces)
      if (typeof older === 'number' && older >= 0) waiting.splice(older, 1)
      waiting.push(entry)
      if (soon) return
      const wait = (sentAt.get(topicOf(entry.data)) ?? 0) + coalesceMs - Date.now()
      // Everything that waits goes along: ids must not go back. Not quite at once: a block brings several events.
      if (wait <= 0) soon = setImmediate(flush)
      else timer ??= setTimeout(flush, Math.min(wait, coalesceMs))
    },
    beat(id) {
      // What waits has older ids than this one.
      if (waiting.length === 0) send(`: beat\nid: ${id}\n\n`, id)
    },
    drop,
    end,
  }
}

function topicOf(data: StreamEvent): string {
  return 'topic' in data ? data.topic : ''
}

function write({ id, event, data }: StreamEntry): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
