import type { Kit } from '../kit.ts'

const firstPause = 1000
const longestPause = 60_000

/**
 * Opens the gateway's stream and keeps it open. After a break it goes on where it was, sooner or later: a browser's own
 * way of trying again would ask a gateway that is down every few seconds, and write each time to the console.
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
    /** The gateway answers, and will not open it. */
    onRefused: () => void
  },
): { close(): void } {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = ''
  let pause = firstPause

  function open(): void {
    const address = new URL(url)
    const parameters = {
      topics,
      projectId: kit.options.projectId,
      clientId: kit.getClientId(),
      lastEventId: lastId,
    }
    for (const [name, value] of Object.entries(parameters)) if (value) address.searchParams.set(name, value)
    const own = new EventSource(address)
    source = own
    own.onopen = () => {
      pause = firstPause
    }
    own.onerror = () => {
      const isRefused = own.readyState === own.CLOSED
      own.close()
      if (isRefused) return onRefused()
      timer = setTimeout(open, pause)
      pause = Math.min(longestPause, pause * 2)
    }
    for (const name of events)
      own.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
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
