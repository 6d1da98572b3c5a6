import { randomBytes } from 'node:crypto'
import type { Bus, BusChannel, BusListener, BusMessage } from './Bus.ts'

const keptMs = 10 * 60_000

/** A bus of one process. Its epoch ends with the process. */
export function createMemoryBus({
  now = Date.now,
  limit = 100_000,
}: {
  now?: () => number
  /** Messages kept per channel. */
  limit?: number
} = {}): Bus {
  const channels = new Map<string, BusChannel>()
  return {
    channel(name) {
      const known = channels.get(name)
      if (known) return known
      const channel = createChannel({ now, limit })
      channels.set(name, channel)
      return channel
    },
    async close() {
      channels.clear()
    },
  }
}

function createChannel({ now, limit }: { now: () => number; limit: number }): BusChannel {
  type Kept = BusMessage & { at: number; key: string }
  const epoch = randomBytes(6).toString('hex')
  const listeners = new Set<BusListener>()
  let kept: Kept[] = []
  /** Index of the oldest that counts: cutting an array's head for each message would cost too much. */
  let first = 0
  const said = new Map<string, number>()
  let seq = 0

  function forget(): void {
    while (first < kept.length) {
      const oldest = kept[first] as Kept
      if (oldest.at > now() - keptMs && kept.length - first <= limit) break
      if (said.get(oldest.key) === oldest.seq) said.delete(oldest.key)
      first++
    }
    if (first > 1000 && first > kept.length / 2) {
      kept = kept.slice(first)
      first = 0
    }
  }

  return {
    async publish({ key, data }) {
      forget()
      if (said.has(key)) return
      const message = { seq: ++seq, data }
      said.set(key, seq)
      kept.push({ ...message, at: now(), key })
      for (const listener of [...listeners]) listener.onMessage(message)
    },
    subscribe(listener) {
      const own = { ...listener }
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    position: () => ({ epoch, seq }),
    async since(position) {
      forget()
      if (position.epoch !== epoch || position.seq > seq || position.seq < 0) return undefined
      const missed = seq - position.seq
      if (missed > kept.length - first) return undefined
      return kept.slice(kept.length - missed).map(({ seq, data }) => ({ seq, data }))
    },
  }
}
