import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { BusChannel } from '../bus/Bus.ts'
import { createMemoryBus } from '../bus/createMemoryBus.ts'
import { createMemoryShare } from '../limits/createMemoryShare.ts'
import { createDuties } from './createDuties.ts'
import { createPeer, type Peer } from './createPeer.ts'
import { createTexts } from './createTexts.ts'
import { createTopicRoutes } from './createTopicRoutes.ts'
import type { HubCalls, WorkerCalls } from './HubCalls.ts'

type Offered = { [Name in keyof HubCalls]: (data: Parameters<HubCalls[Name]>[0]) => unknown }

/** The worker of a hub. */
export type HubWorker = Peer<WorkerCalls>

/** What the workers of one machine share; see `createHub`. */
export type Hub = {
  /**
   * Connects a worker over a stream; the connection ends with the stream.
   *
   * @param events.onReady called when the worker serves.
   */
  connect(stream: Duplex, events?: { onReady?(): void }): HubWorker
  /** All workers are about to end: what one of them does for all no longer moves. */
  close(): void
}

/**
 * Creates what the workers of one machine share, in the memory of their supervisor: counted usage, the bus, topics,
 * immutable results, and which of them does what only one may do. It is to them what Redis is to several machines.
 */
export function createHub({ now = Date.now }: { now?: () => number } = {}): Hub {
  const epoch = randomBytes(6).toString('hex')
  const bus = createMemoryBus({ now, epoch })
  const share = createMemoryShare({ now })
  const texts = createTexts({ now })
  const topics = createTopicRoutes()
  const duties = createDuties()
  const notices = new Map<string, string>()
  const workers = new Set<HubWorker>()
  const channels = new Map<string, BusChannel>()

  /** Returns a channel, whose messages go to every worker. */
  function channelOf(name: string): BusChannel {
    const existing = channels.get(name)
    if (existing) return existing
    const channel = bus.channel(name)
    channels.set(name, channel)
    channel.subscribe({
      onMessage(message) {
        for (const worker of workers) worker.tell('bus.message', { channel: name, ...message })
      },
      onLost: () => undefined,
    })
    return channel
  }

  const calls = {
    'limits.add': (usages) => share.add(usages),
    'bus.open': () => ({
      epoch,
      seqs: Object.fromEntries([...channels].map(([name, channel]) => [name, channel.position().seq])),
    }),
    'bus.publish': ({ channel, ...message }) => channelOf(channel).publish(message),
    'bus.since': async ({ channel, position }) => (await channelOf(channel).since(position)) ?? null,
    'duties.call': ({ duty, data }) => duties.call(duty, data),
    'notices.change': ({ subject, state }) => {
      const isNews = notices.get(subject) !== state
      notices.set(subject, state)
      return isNews
    },
    'texts.get': (key) => texts.get(key) ?? null,
    'texts.set': (entry) => texts.set(entry),
  } satisfies Partial<Offered>

  return {
    connect(stream, { onReady } = {}) {
      const offered: Offered = {
        ...calls,
        ready: () => onReady?.(),
        'topics.subscribe': (topic) => topics.subscribe(worker, topic),
        'topics.unsubscribe': (topic) => topics.unsubscribe(worker, topic),
        'topics.publish': (message) => topics.publish(worker, message),
        'topics.leave': () => topics.leave(worker),
        'duties.offer': (duty) => duties.offer(worker, duty),
        'duties.leave': (duty) => duties.leave(worker, duty),
      }
      const worker: HubWorker = createPeer<WorkerCalls>({ stream, calls: offered })
      workers.add(worker)
      void worker.ended.then(() => {
        workers.delete(worker)
        topics.remove(worker)
        duties.remove(worker)
      })
      return worker
    },
    close: duties.close,
  }
}
