import type { StreamEvent, StreamEventName } from '@portico/protocol/gateway'

/** An event, as it is sent to a client. */
export type StreamEntry = {
  /** `<epoch>-<seq>`. */
  id: string
  event: StreamEventName
  data: StreamEvent
  /** Of two queued entries with the same value, only the later is sent. */
  replaces?: string | undefined
}

/** The event stream of one client. */
export type Connection = {
  readonly body: ReadableStream<Uint8Array>
  push(entry: StreamEntry): void
  /** Sends a comment, and the ID with which the client resumes after a reconnect. */
  beat(id: string): void
  /** Sends a `resync` event and ends the stream. */
  drop(id: string): void
  end(): void
}

const coalesceMs = 250
/** Bytes queued for a slow client. */
const maxBuffered = 1024 * 1024
const encoder = new TextEncoder()

/**
 * Creates a stream of server-sent events (HTML standard) for one client. The first event of a topic is sent at once,
 * the events of the next 250 ms together. A client that reads too slowly gets a `resync` event, and its stream ends.
 */
export function createConnection({
  retryMs,
  onEnd,
  limit = maxBuffered,
}: {
  /** Milliseconds a client waits before it reconnects. */
  retryMs: number
  onEnd: () => void
  limit?: number | undefined
}): Connection {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let queue: StreamEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  /** When an event of a topic was last sent, in milliseconds since the epoch. */
  const sentAt = new Map<string, number>()

  const body = new ReadableStream<Uint8Array>(
    {
      start(newController) {
        controller = newController
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
    queue = []
    onEnd()
  }

  function end(): void {
    const openController = controller
    close()
    openController?.close()
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
    const entries = queue
    queue = []
    for (const { data } of entries) sentAt.set(topicOf(data), Date.now())
    send(entries.map(write).join(''), entries.at(-1)?.id ?? '')
  }

  send(`retry: ${retryMs}\n\n`, '')
  return {
    body,
    push(entry) {
      if (!controller) return
      const older = entry.replaces && queue.findIndex(({ replaces }) => replaces === entry.replaces)
      if (typeof older === 'number' && older >= 0) queue.splice(older, 1)
      queue.push(entry)
      if (soon) return
      const wait = (sentAt.get(topicOf(entry.data)) ?? 0) + coalesceMs - Date.now()
      // Send the whole queue, as IDs must not decrease. `setImmediate` collects the several events of one block.
      if (wait <= 0) soon = setImmediate(flush)
      else timer ??= setTimeout(flush, Math.min(wait, coalesceMs))
    },
    beat(id) {
      // Queued events have lower IDs than this one, and must be sent first.
      if (queue.length === 0) send(`: beat\nid: ${id}\n\n`, id)
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
