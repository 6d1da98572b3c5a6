import { setImmediate } from 'node:timers/promises'
import { connectRelay, type Push, type TestClient } from './connectRelay.ts'

/** The text of a message in place of an envelope: the state that it sets, and how long processing it takes. */
export type StateMessage = {
  state: string
  /** Turns of the event loop between receiving the message and setting the state. */
  turns: number
}

/** A client that processes pushes concurrently. */
export type ConcurrentClient = TestClient & {
  /** The states that it has set, the current one last. */
  states: string[]
  /** Fetches the messages of these topics and processes them one after the other. */
  fetch(topics: readonly string[]): Promise<void>
}

/**
 * Connects a client that behaves like those of the 2.17 line: it acknowledges a push at once, processes it without
 * waiting for the pushes before it, and ignores repeated messages. Of pushes that arrive together, the one that takes
 * longest sets the last state.
 */
export async function connectConcurrentClient({
  processed = new Set(),
  ...connection
}: {
  url: string
  seed?: string
  /** Messages that the client has received, which outlive a connection. */
  processed?: Set<string>
}): Promise<ConcurrentClient> {
  const states: string[] = []

  async function processMessage(text: string): Promise<void> {
    if (processed.has(text)) return
    processed.add(text)
    const { state, turns } = JSON.parse(text) as StateMessage
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    states.push(state)
  }

  const client = await connectRelay({
    ...connection,
    acknowledge: ({ id, params }: Push) => {
      void processMessage(params.data.message)
      return `{"id":${JSON.stringify(id)},"jsonrpc":"2.0","result":true}`
    },
  })
  return {
    ...client,
    states,
    async fetch(topics) {
      const { result } = await client.request('irn_batchFetchMessages', { topics })
      const { messages } = result as { messages: { message: string; publishedAt: number }[] }
      const sorted = messages.toSorted((one, two) => one.publishedAt - two.publishedAt)
      for (const { message } of sorted) await processMessage(message)
    },
  }
}
