import { hashMessage } from '@portico/protocol/walletconnect'

/** A message to or from a topic. */
export type RelayMessage = { topic: string; message: string }

/** `ack`: the message was handled, acknowledge it. `leave`: keep it in the relay's mailbox for another tab. */
export type MessageOutcome = 'ack' | 'leave'

/** Incoming messages remembered to recognise duplicates. */
const maxSeen = 2_000

/**
 * Creates a queue that passes each incoming message to `onMessage` once, one after the other per topic, and
 * acknowledges those that were handled. Relays deliver at least once, so duplicates are normal.
 */
export function createMessageQueue(onMessage: (message: RelayMessage) => Promise<MessageOutcome>) {
  const seen = new Map<string, Promise<MessageOutcome>>()
  const lastOfTopic = new Map<string, Promise<unknown>>()
  return {
    add(message: RelayMessage, acknowledge: () => void) {
      const { topic } = message
      const hash = hashMessage(topic + message.message)
      let outcome = seen.get(hash)
      if (!outcome) {
        outcome = (lastOfTopic.get(topic) ?? Promise.resolve()).then(() => onMessage(message))
        const settled = outcome.catch(() => 'leave' as const)
        lastOfTopic.set(topic, settled)
        void settled.then(() => {
          if (lastOfTopic.get(topic) === settled) lastOfTopic.delete(topic)
        })
        seen.set(hash, outcome)
        if (seen.size > maxSeen) seen.delete(seen.keys().next().value ?? '')
      }
      outcome.then(
        (result) => {
          if (result === 'ack') acknowledge()
          else seen.delete(hash)
        },
        () => seen.delete(hash),
      )
    },
  }
}
