import type { HubClient } from '../hub/connectHub.ts'
import type { Bus, BusChannel, BusListener } from './Bus.ts'

/**
 * Creates a bus that the workers of one supervisor share: it numbers and stores the messages, and sends them to every worker in
 * order. Its epoch ends with the supervisor, and no message is lost before.
 */
export async function createHubBus({ hub }: { hub: HubClient }): Promise<Bus> {
  type State = { seq: number; listeners: Set<BusListener> }
  const states = new Map<string, State>()
  const channels = new Map<string, BusChannel>()

  function stateOf(name: string): State {
    const state = states.get(name) ?? { seq: 0, listeners: new Set<BusListener>() }
    states.set(name, state)
    return state
  }

  hub.serve('bus.message', ({ channel, ...message }) => {
    const state = stateOf(channel)
    state.seq = message.seq
    for (const listener of [...state.listeners]) listener.onMessage(message)
  })
  // Messages arrive after this answer, so that none is missed or counted twice.
  const { epoch, seqs } = await hub.call('bus.open', null)
  for (const [name, seq] of Object.entries(seqs)) stateOf(name).seq = Math.max(seq, stateOf(name).seq)

  function createChannel(name: string): BusChannel {
    const state = stateOf(name)
    return {
      publish: (message) => hub.call('bus.publish', { channel: name, ...message }),
      subscribe(listener) {
        // A copy, so that each subscription is a separate entry even if a listener subscribes twice.
        const entry = { ...listener }
        state.listeners.add(entry)
        return () => void state.listeners.delete(entry)
      },
      position: () => ({ epoch, seq: state.seq }),
      async since(position) {
        const { seq } = state
        if (position.epoch !== epoch || position.seq > seq || position.seq < 0) return undefined
        const messages = await hub.call('bus.since', { channel: name, position })
        // The supervisor may have sent more meanwhile.
        return messages?.filter((message) => message.seq <= seq)
      },
    }
  }

  return {
    channel(name) {
      const channel = channels.get(name) ?? createChannel(name)
      channels.set(name, channel)
      return channel
    },
    async close() {
      for (const { listeners } of states.values()) listeners.clear()
    },
  }
}
