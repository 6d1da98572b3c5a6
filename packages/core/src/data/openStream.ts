import type { Kit } from '../kit.ts'

/**
 * Delays before reopening a broken stream (ms), doubled after each failure. Each is multiplied by a random number from 1 to 3, so that
 * the pages do not all come back in the same moment after a restart of the gateway.
 */
const firstDelayMs = 1000
const maxDelayMs = 30_000

/**
 * Opens the gateway's event stream and keeps it open. A broken stream is resumed after the last event received, with
 * growing delays: the built-in reconnection of `EventSource` would retry every few seconds and log each failure to
 * the console. Once it has been open, it is reopened after a refusal, too: a proxy answers while the gateway restarts.
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
    /** Called when the gateway rejects a stream that has never been open. It is not opened again. */
    onRefused: () => void
  },
): { close(): void } {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = ''
  let delayMs = firstDelayMs
  let wasOpen = false

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
      wasOpen = true
    }
    current.onerror = () => {
      const isRefused = current.readyState === current.CLOSED
      current.close()
      if (isRefused && !wasOpen) return onRefused()
      timer = setTimeout(open, delayMs * (1 + 2 * random()))
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

/** Returns a random number from 0 to 1. */
function random(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
