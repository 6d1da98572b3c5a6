import { randomInt } from 'node:crypto'
import type { CaipNetworkId } from '@portico/protocol'
import type { StreamEvent } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import type { Heads } from '../../chains/evm/heads/Heads.ts'
import { waitForHead } from '../../chains/evm/heads/waitForHead.ts'
import type { UpstreamSocket } from '../../chains/evm/upstreams/createUpstreamSocket.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { Bus, BusPosition } from '../../infra/bus/Bus.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { PriceService } from '../prices/service.ts'
import type { TokenService } from '../tokens/service.ts'
import type { ChainWatch } from './ChainWatch.ts'
import { type Connection, createConnection, type StreamEntry } from './createConnection.ts'
import { createPublish } from './createPublish.ts'
import { readTopic, type Topic } from './readTopics.ts'
import type { StreamMessage } from './StreamMessage.ts'
import { watchAccounts } from './watchAccounts.ts'
import { watchChain } from './watchChain.ts'
import { type Purchases, watchPurchases } from './watchPurchases.ts'

export type StreamService = {
  /**
   * Opens a stream of server-sent events of some topics.
   *
   * @param query.after the ID of the last event the client has received. Later events are sent again, or `resync` if
   * they are not completely available.
   * @param query.onEnd called when the stream has ended, whichever side ended it.
   * @param query.cut closes the connection of a client that does not read.
   * @throws {Problem} `rate-limited` if this process already watches the maximum number of topics.
   */
  open(query: {
    topics: readonly Topic[]
    after: string | undefined
    onEnd?: (() => void) | undefined
    cut?: (() => void) | undefined
  }): Promise<ReadableStream<Uint8Array>>
  /** Returns the number of open streams, watched topics and watched chains. */
  size(): { connections: number; topics: number; chains: number }
  /** Ends all streams, so that clients reconnect to another process. */
  close(): void
}

/** A message on the bus. */
type BusMessage =
  | { kind: 'event'; event: StreamMessage['event']; data: StreamMessage['data'] }
  /** A client subscribes to a topic. Every process watches it, so that the client can resume at any of them. */
  | { kind: 'follow'; topic: string }
  | { kind: 'lost'; chain: CaipNetworkId }

/** A watched topic. */
type WatchedTopic = {
  topic: Topic
  connections: Set<Member>
  /** Position on the bus from which all events of the topic are available here. */
  since: BusPosition
  /** When watching ends unless a client subscribes again, in milliseconds since the epoch. */
  until: number
  /** When the topic was last announced to the other processes, in milliseconds since the epoch. */
  announcedAt: number
}

type Member = { connection: Connection; topics: ReadonlySet<string>; held: StreamEntry[] | undefined }

const beatIntervalMs = 15_000
/** Milliseconds a topic is watched after its last client has left, so that clients can resume after a disconnect. */
const lingerMs = 2 * 60_000
const announceIntervalMs = 60_000
/** Limit of watched topics: each costs memory, and work with every block. */
const maxWatchedTopics = 20_000

/** Creates the service of live updates: one watcher per chain and one message per change, for any number of clients. */
export function createStreamService({
  chains,
  namespaces,
  heads,
  upstreamSockets,
  bus,
  tokens,
  prices,
  purchases,
  log,
  now = Date.now,
  buffered,
  follows = maxWatchedTopics,
}: {
  /** The chains whose blocks are read. */
  chains: ReadonlyMap<CaipNetworkId, Chain>
  /** All networks. On those not in `chains`, accounts are polled. */
  namespaces: Pick<Namespaces, 'networks' | 'get'>
  heads: ReadonlyMap<CaipNetworkId, Heads>
  upstreamSockets: ReadonlyMap<CaipNetworkId, UpstreamSocket>
  bus: Bus
  tokens: TokenService
  prices: PriceService
  purchases: Purchases
  log: Log
  now?: () => number
  /** Bytes queued for a slow client. */
  buffered?: number | undefined
  /** Limit of watched topics. */
  follows?: number | undefined
}): StreamService {
  const channel = bus.channel('stream')
  const watchedTopics = new Map<string, WatchedTopic>()
  const watches = new Map<CaipNetworkId, ChainWatch>()
  const members = new Set<Member>()
  let closed = false

  const idOf = ({ epoch, seq }: BusPosition) => `${epoch}-${seq}`
  const publishToBus = (key: string, message: BusMessage) =>
    channel.publish({ key, data: JSON.stringify(message) })
  const publish = createPublish({ channel })

  const purchaseWatch = watchPurchases({ purchases, publish, log })

  function publishLost(chain: CaipNetworkId): void {
    publishToBus(`lost|${chain}|${Math.floor(now() / 1000)}`, { kind: 'lost', chain }).catch(() =>
      dropAll(chain),
    )
  }

  function dropAll(chain?: CaipNetworkId): void {
    for (const member of [...members])
      if (!chain || [...member.topics].some((name) => watchedTopics.get(name)?.topic.chain === chain))
        pushTo(member, { id: idOf(channel.position()), event: 'resync', data: { reason: 'lost' } })
  }

  function pushTo(member: Member, entry: StreamEntry): void {
    if (member.held) member.held.push(entry)
    else member.connection.push(entry)
  }

  function toEntry(seq: number, epoch: string, message: BusMessage & { kind: 'event' }): StreamEntry {
    const { event, data } = message
    const isState =
      event === 'activity.extended' ||
      event === 'chain.health' ||
      event === 'price' ||
      event === 'tx.status' ||
      event === 'onramp.status'
    const replaces =
      event === 'balance.changed' && 'asset' in data
        ? `${data.topic} ${data.asset}`
        : isState
          ? `${data.topic} ${event}`
          : undefined
    return { id: `${epoch}-${seq}`, event, data, replaces }
  }

  const leaveBus = channel.subscribe({
    onMessage({ seq, data }) {
      const message = JSON.parse(data) as BusMessage
      if (message.kind === 'event') {
        const members = watchedTopics.get(message.data.topic)?.connections
        if (!members?.size) return
        const entry = toEntry(seq, channel.position().epoch, message)
        for (const member of members) pushTo(member, entry)
      } else if (message.kind === 'lost') dropAll(message.chain)
      else if (!watchedTopics.has(message.topic)) {
        const topic = readTopic(message.topic)
        const isServed = topic && (topic.chain === undefined || namespaces.networks.has(topic.chain))
        if (isServed && watchedTopics.size < follows) void follow(topic)
      } else (watchedTopics.get(message.topic) as WatchedTopic).until = now() + lingerMs
    },
    onLost() {
      for (const entry of watchedTopics.values()) entry.since = channel.position()
      dropAll()
    },
  })

  /** Starts watching a topic. */
  function addTopic(topic: Topic): void {
    if (topic.chain !== undefined) watchOf(topic.chain).add(topic)
  }

  function snapshotOf(topic: Topic): Promise<StreamEvent<'snapshot'>> {
    return topic.chain === undefined ? purchaseWatch.snapshot(topic) : watchOf(topic.chain).snapshot(topic)
  }

  function watchOf(id: CaipNetworkId): ChainWatch {
    const existing = watches.get(id)
    if (existing) return existing
    const chain = chains.get(id)
    const watch = chain
      ? watchChain({
          chain,
          heads: heads.get(id) as Heads,
          upstreamSocket: upstreamSockets.get(id) as UpstreamSocket,
          tokens,
          prices,
          publish,
          onLost: publishLost,
          log,
          now,
        })
      : watchAccounts({
          chain: id,
          readState: (query) => namespaces.get(id).readState({ chain: id, ...query }),
          publish,
          onLost: publishLost,
          log,
        })
    watches.set(id, watch)
    return watch
  }

  async function follow(topic: Topic): Promise<WatchedTopic> {
    // Wait for the current head, so that only later blocks are reported.
    const head = topic.chain === undefined ? undefined : heads.get(topic.chain)
    const leave = head ? await waitForHead(head) : () => {}
    const existing = watchedTopics.get(topic.name)
    const entry = existing ?? {
      topic,
      connections: new Set(),
      since: channel.position(),
      until: now() + lingerMs,
      announcedAt: 0,
    }
    if (!existing && !closed) {
      watchedTopics.set(topic.name, entry)
      addTopic(topic)
    }
    leave()
    return entry
  }

  function removeUnused(): void {
    for (const [name, { topic, connections, until }] of watchedTopics) {
      if (connections.size > 0 || until > now()) continue
      watchedTopics.delete(name)
      if (topic.chain !== undefined) watches.get(topic.chain)?.remove(topic)
    }
    for (const [id, watch] of watches) {
      if ([...watchedTopics.values()].some(({ topic }) => topic.chain === id)) continue
      watches.delete(id)
      watch.close()
    }
  }

  function announce(entry: WatchedTopic): void {
    if (now() - entry.announcedAt < announceIntervalMs) return
    entry.announcedAt = now()
    const { name } = entry.topic
    // On failure, other processes do not watch the topic, and clients that reconnect to them get `resync`.
    publishToBus(`follow|${name}|${Math.floor(now() / announceIntervalMs)}`, {
      kind: 'follow',
      topic: name,
    }).catch(() => undefined)
  }

  const beats = setInterval(() => {
    for (const { connection } of members) connection.beat(idOf(channel.position()))
    for (const entry of watchedTopics.values()) if (entry.connections.size > 0) announce(entry)
    removeUnused()
  }, beatIntervalMs)
  beats.unref()

  /** Returns the events the client has missed; undefined if they are not completely available. */
  async function missedEvents(
    after: string,
    entries: readonly WatchedTopic[],
  ): Promise<StreamEntry[] | undefined> {
    const position = readId(after)
    if (!position) return undefined
    const isCovered = entries.every(
      ({ since }) => since.epoch === position.epoch && since.seq <= position.seq,
    )
    if (!isCovered) return undefined
    const entriesSince = await channel.since(position)
    const names = new Set(entries.map(({ topic }) => topic.name))
    const chainIds = new Set(entries.map(({ topic }) => topic.chain))
    const messages = entriesSince?.map(({ seq, data }) => ({ seq, message: JSON.parse(data) as BusMessage }))
    if (!messages || messages.some(({ message }) => message.kind === 'lost' && chainIds.has(message.chain)))
      return undefined
    return messages.flatMap(({ seq, message }) =>
      message.kind === 'event' && names.has(message.data.topic) ? toEntry(seq, position.epoch, message) : [],
    )
  }

  return {
    async open({ topics, after, onEnd, cut }) {
      const added = topics.filter(({ name }) => !watchedTopics.has(name)).length
      if (added > 0 && watchedTopics.size + added > follows)
        throw new Problem('rate-limited', {
          detail: 'The server watches the maximum number of topics. Try again in a minute.',
          retryAfterSeconds: 60,
        })
      const entries = await Promise.all(topics.map(follow))
      const member: Member = {
        topics: new Set(topics.map(({ name }) => name)),
        held: [],
        connection: createConnection({
          // Random, so that clients do not all reconnect at once after a restart.
          retryMs: 1000 + randomInt(2000),
          limit: buffered,
          cut,
          onEnd() {
            onEnd?.()
            members.delete(member)
            for (const entry of entries) {
              entry.connections.delete(member)
              entry.until = now() + lingerMs
            }
          },
        }),
      }
      members.add(member)
      for (const entry of entries) {
        entry.connections.add(member)
        // The topic may have been removed while the others were awaited.
        if (watchedTopics.get(entry.topic.name) !== entry) {
          watchedTopics.set(entry.topic.name, entry)
          addTopic(entry.topic)
          entry.since = channel.position()
        }
        announce(entry)
      }
      const start = channel.position()
      const replayed = after === undefined ? undefined : await missedEvents(after, entries)
      if (after !== undefined && !replayed)
        member.connection.push({ id: idOf(start), event: 'resync', data: { reason: 'unknown-id' } })
      if (replayed) for (const entry of replayed) member.connection.push({ ...entry, replaces: undefined })
      else
        for (const { topic } of entries) {
          const data = await snapshotOf(topic)
            // The chain does not respond: send an empty snapshot. Changes follow once it responds.
            .catch(() => ({ topic: topic.name }))
          member.connection.push({ id: idOf(start), event: 'snapshot', data })
        }
      const sent = readId(replayed?.at(-1)?.id ?? idOf(start))?.seq ?? 0
      const held = member.held ?? []
      member.held = undefined
      for (const entry of held) if ((readId(entry.id)?.seq ?? 0) > sent) member.connection.push(entry)
      if (closed) member.connection.end()
      return member.connection.body
    },
    size: () => ({ connections: members.size, topics: watchedTopics.size, chains: watches.size }),
    close() {
      closed = true
      clearInterval(beats)
      leaveBus()
      for (const { connection } of [...members]) connection.end()
      for (const watch of watches.values()) watch.close()
      watches.clear()
      watchedTopics.clear()
    },
  }
}

function readId(id: string): BusPosition | undefined {
  const [, epoch, seq] = /^([\w.]{1,64})-(\d{1,15})$/.exec(id) ?? []
  return epoch === undefined ? undefined : { epoch, seq: Number(seq) }
}
