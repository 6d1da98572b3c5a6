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
  /** Sends a comment, and the ID with which the client resumes after a reconnect. Ends the stream of a client that has stopped reading. */
  beat(id: string): void
  /** Sends a `resync` event and ends the stream. What the client has not read half a minute later is discarded. */
  drop(id: string): void
  end(): void
}

const coalesceMs = 250
/** Bytes queued for a slow client. */
const maxBuffered = 1024 * 1024
/** Milliseconds in which a client must have read everything once, and then what was queued when its stream ended. */
const stuckMs = 60_000
const graceMs = 30_000
const encoder = new TextEncoder()
/** Events as they are sent: thousands of clients may get the same one. */
const encoded = new WeakMap<StreamEntry, Uint8Array<ArrayBuffer>>()

/**
 * Creates a stream of server-sent events (HTML standard) for one client. The first event of a topic is sent at once,
 * the events of the next 250 ms together. A client that reads too slowly gets a `resync` event, and its stream ends: when too much is
 * queued for it, or when something has been queued for a minute.
 */
export function createConnection({
  retryMs,
  onEnd,
  cut = () => undefined,
  limit = maxBuffered,
}: {
  /** Milliseconds a client waits before it reconnects. */
  retryMs: number
  onEnd: () => void
  /** Closes the connection to the client, read or not. Called half a minute after the end of the stream, if it was not read until then. */
  cut?: (() => void) | undefined
  limit?: number | undefined
}): Connection {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let queue: StreamEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  /** Since when something waits to be read, in milliseconds since the epoch. */
  let waitingSince: number | undefined
  /** When an event of a topic was last sent, in milliseconds since the epoch. */
  const sentAt = new Map<string, number>()

  const body = new ReadableStream<Uint8Array>(
    {
      start(newController) {
        controller = newController
      },
      pull() {
        // Called while the buffer is not full; if it is empty, the client has read everything.
        if (controller?.desiredSize === limit) waitingSince = undefined
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
    // Without this, a client that never reads would hold the queue and its connection for as long as it likes.
    if (openController && (openController.desiredSize ?? limit) < limit) setTimeout(cut, graceMs).unref()
  }

  function drop(id: string): void {
    controller?.enqueue(encode({ id, event: 'resync', data: { reason: 'slow' } }))
    end()
  }

  function send(bytes: Uint8Array, id: string): void {
    if (!controller) return
    controller.enqueue(bytes)
    if ((controller.desiredSize ?? 0) <= 0) drop(id)
    else if ((controller.desiredSize ?? 0) < limit) waitingSince ??= Date.now()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    soon = undefined
    const entries = queue
    queue = []
    for (const { data } of entries) sentAt.set(topicOf(data), Date.now())
    const [first] = entries
    if (!first) return
    send(entries.length === 1 ? encode(first) : Buffer.concat(entries.map(encode)), entries.at(-1)?.id ?? '')
  }

  send(encoder.encode(`retry: ${retryMs}\n\n`), '')
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
      if (waitingSince !== undefined && Date.now() - waitingSince > stuckMs) return drop(id)
      // Queued events have lower IDs than this one, and must be sent first.
      if (queue.length === 0) send(encoder.encode(`: beat\nid: ${id}\n\n`), id)
    },
    drop,
    end,
  }
}

function topicOf(data: StreamEvent): string {
  return 'topic' in data ? data.topic : ''
}

function encode(entry: StreamEntry): Uint8Array<ArrayBuffer> {
  let bytes = encoded.get(entry)
  if (!bytes) {
    const { id, event, data } = entry
    bytes = encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    encoded.set(entry, bytes)
  }
  return bytes
}
