import type { Kit } from '../kit.ts'

/** Delays before reopening a broken stream (ms); doubled after each failure. */
const firstDelayMs = 1000
const maxDelayMs = 60_000

/**
 * Opens the gateway's event stream and keeps it open. A broken stream is resumed after the last event received, with
 * growing delays: the built-in reconnection of `EventSource` would retry every few seconds and log each failure to
 * the console.
 */
export function openStream(
  kit: Kit,
  {
    url,
    topics,
    events,
    onEvent,
    onRefused,
  }: {
    url: URL
    topics: string
    events: readonly string[]
    onEvent: (name: string, data: unknown) => void
    /** Called when the gateway answers but rejects the stream. It is not opened again. */
    onRefused: () => void
  },
): { close(): void } {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = ''
  let delayMs = firstDelayMs

  function open(): void {
    const streamUrl = new URL(url)
    const parameters = {
      topics,
      projectId: kit.options.projectId,
      clientId: kit.getClientId(),
      lastEventId: lastId,
    }
    for (const [name, value] of Object.entries(parameters)) if (value) streamUrl.searchParams.set(name, value)
    const current = new EventSource(streamUrl)
    source = current
    current.onopen = () => {
      delayMs = firstDelayMs
    }
    current.onerror = () => {
      const isRefused = current.readyState === current.CLOSED
      current.close()
      if (isRefused) return onRefused()
      timer = setTimeout(open, delayMs)
      delayMs = Math.min(maxDelayMs, delayMs * 2)
    }
    for (const name of events)
      current.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        if (lastEventId) lastId = lastEventId
        onEvent(name, parse(data))
      })
  }

  open()
  return {
    close() {
      clearTimeout(timer)
      source?.close()
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
