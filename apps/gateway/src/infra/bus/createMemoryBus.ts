import { randomBytes } from 'node:crypto'
import type { Bus, BusChannel, BusListener, BusMessage } from './Bus.ts'

const retentionMs = 10 * 60_000

/** Creates a bus within one process. Its epoch ends with the process. */
export function createMemoryBus({
  now = Date.now,
  limit = 100_000,
  epoch,
}: {
  now?: () => number
  /** Largest number of messages stored per channel. */
  limit?: number
  /** The epoch of all channels; by default each has one of its own. */
  epoch?: string | undefined
} = {}): Bus {
  const channels = new Map<string, BusChannel>()
  return {
    channel(name) {
      const existing = channels.get(name)
      if (existing) return existing
      const channel = createChannel({ now, limit, epoch })
      channels.set(name, channel)
      return channel
    },
    async close() {
      channels.clear()
    },
  }
}

function createChannel({
  now,
  limit,
  epoch = randomBytes(6).toString('hex'),
}: {
  now: () => number
  limit: number
  epoch: string | undefined
}): BusChannel {
  type StoredMessage = BusMessage & { publishedAt: number; key: string }
  const listeners = new Set<BusListener>()
  let stored: StoredMessage[] = []
  /** Index of the oldest message that has not expired: removing the first array element every time would be slow. */
  let first = 0
  const seqByKey = new Map<string, number>()
  let seq = 0

  function removeExpired(): void {
    while (first < stored.length) {
      const oldest = stored[first] as StoredMessage
      if (oldest.publishedAt > now() - retentionMs && stored.length - first <= limit) break
      if (seqByKey.get(oldest.key) === oldest.seq) seqByKey.delete(oldest.key)
      first++
    }
    if (first > 1000 && first > stored.length / 2) {
      stored = stored.slice(first)
      first = 0
    }
  }

  return {
    async publish({ key, data }) {
      removeExpired()
      if (seqByKey.has(key)) return
      const message = { seq: ++seq, data }
      seqByKey.set(key, seq)
      stored.push({ ...message, publishedAt: now(), key })
      for (const listener of [...listeners]) listener.onMessage(message)
    },
    subscribe(listener) {
      // A copy, so that each subscription is a separate entry even if a listener subscribes twice.
      const entry = { ...listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    position: () => ({ epoch, seq }),
    async since(position) {
      removeExpired()
      if (position.epoch !== epoch || position.seq > seq || position.seq < 0) return undefined
      const missed = seq - position.seq
      if (missed > stored.length - first) return undefined
      return stored.slice(stored.length - missed).map(({ seq, data }) => ({ seq, data }))
    },
  }
}
