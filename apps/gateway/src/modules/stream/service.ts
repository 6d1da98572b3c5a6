import { randomInt } from 'node:crypto'
import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Bus, BusPosition } from '../../bus/Bus.ts'
import type { Chain } from '../../chain/Chain.ts'
import type { Families } from '../../families/createFamilies.ts'
import type { Heads } from '../../heads/Heads.ts'
import { waitForHead } from '../../heads/waitForHead.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { NodeFeed } from '../../upstreams/createNodeFeed.ts'
import type { PriceService } from '../prices/service.ts'
import type { TokenService } from '../tokens/service.ts'
import type { ChainWatch } from './ChainWatch.ts'
import { type Connection, createConnection, type StreamEntry } from './createConnection.ts'
import { readTopic, type Topic } from './readTopics.ts'
import type { Publish, StreamMessage } from './StreamMessage.ts'
import { watchAccounts } from './watchAccounts.ts'
import { watchChain } from './watchChain.ts'

export type StreamService = {
  /**
   * Opens a stream of server-sent events about some topics.
   *
   * @param query.after the id of the last event the client has: what came after it is sent again, or `resync` if that is
   * not known for certain.
   * @throws {HttpProblem} `rate-limited` if more topics are followed than this process reads for.
   */
  open(query: { topics: readonly Topic[]; after: string | undefined }): Promise<ReadableStream<Uint8Array>>
  /** Open streams, topics that are followed, and chains that are read for them. */
  size(): { connections: number; topics: number; chains: number }
  /** Ends all streams: clients come again, to another process. */
  close(): void
}

/** Said on the bus. */
type Said =
  | { kind: 'event'; event: StreamMessage['event']; data: StreamMessage['data'] }
  /** Somebody follows a topic: every process reads for it, so that a client can go on at any of them. */
  | { kind: 'follow'; topic: string }
  | { kind: 'lost'; chain: CaipNetworkId }

/** A topic that is read for. */
type Followed = {
  topic: Topic
  connections: Set<Member>
  /** From which place in the channel on nothing of it is missing here. */
  since: BusPosition
  /** When it is let go, if nobody here follows it. */
  until: number
  /** When the other processes were told. */
  announcedAt: number
}

type Member = { connection: Connection; topics: ReadonlySet<string>; held: StreamEntry[] | undefined }

const beatEvery = 15_000
/** How long a topic is read for after its last client: those who lose their connection come back to a whole story. */
const lingerMs = 2 * 60_000
const sayEvery = 60_000
/** Topics that are read for at a time: each costs memory, and work with every block, whoever wants it. */
const maxFollowed = 20_000

/** Live updates: one reader per chain, one message per change, any number of clients. */
export function createStreamService({
  chains,
  families,
  heads,
  feeds,
  bus,
  tokens,
  prices,
  log,
  now = Date.now,
  buffered,
  follows = maxFollowed,
}: {
  /** Those whose blocks are read. */
  chains: ReadonlyMap<CaipNetworkId, Chain>
  /** Of the others accounts are looked at. */
  families: Pick<Families, 'networks' | 'get'>
  heads: ReadonlyMap<CaipNetworkId, Heads>
  feeds: ReadonlyMap<CaipNetworkId, NodeFeed>
  bus: Bus
  tokens: TokenService
  prices: PriceService
  log: Log
  now?: () => number
  /** Bytes that wait for a slow client. */
  buffered?: number | undefined
  /** How many topics are read for at a time. */
  follows?: number | undefined
}): StreamService {
  const channel = bus.channel('stream')
  const followed = new Map<string, Followed>()
  const watches = new Map<CaipNetworkId, ChainWatch>()
  const members = new Set<Member>()
  let closed = false

  const idOf = ({ epoch, seq }: BusPosition) => `${epoch}-${seq}`
  const say = (key: string, said: Said) => channel.publish({ key, data: JSON.stringify(said) })
  const publish: Publish = ({ event, data, key }) => say(key, { kind: 'event', event, data } as Said)

  function sayLost(chain: CaipNetworkId): void {
    say(`lost|${chain}|${Math.floor(now() / 1000)}`, { kind: 'lost', chain }).catch(() => dropAll(chain))
  }

  function dropAll(chain?: CaipNetworkId): void {
    for (const member of [...members])
      if (!chain || [...member.topics].some((name) => followed.get(name)?.topic.chain === chain))
        give(member, { id: idOf(channel.position()), event: 'resync', data: { reason: 'lost' } })
  }

  function give(member: Member, entry: StreamEntry): void {
    if (member.held) member.held.push(entry)
    else member.connection.push(entry)
  }

  function toEntry(seq: number, epoch: string, said: Said & { kind: 'event' }): StreamEntry {
    const { event, data } = said
    const isState = event === 'chain.health' || event === 'price' || event === 'tx.status'
    const replaces =
      event === 'balance.changed' && 'asset' in data
        ? `${data.topic} ${data.asset}`
        : isState
          ? data.topic
          : undefined
    return { id: `${epoch}-${seq}`, event, data, replaces }
  }

  const leaveBus = channel.subscribe({
    onMessage({ seq, data }) {
      const said = JSON.parse(data) as Said
      if (said.kind === 'event') {
        const members = followed.get(said.data.topic)?.connections
        if (!members?.size) return
        const entry = toEntry(seq, channel.position().epoch, said)
        for (const member of members) give(member, entry)
      } else if (said.kind === 'lost') dropAll(said.chain)
      else if (!followed.has(said.topic)) {
        const topic = readTopic(said.topic)
        if (topic && families.networks.has(topic.chain) && followed.size < follows) void follow(topic)
      } else (followed.get(said.topic) as Followed).until = now() + lingerMs
    },
    onLost() {
      for (const entry of followed.values()) entry.since = channel.position()
      dropAll()
    },
  })

  function watchOf(id: CaipNetworkId): ChainWatch {
    const known = watches.get(id)
    if (known) return known
    const chain = chains.get(id)
    const watch = chain
      ? watchChain({
          chain,
          heads: heads.get(id) as Heads,
          feed: feeds.get(id) as NodeFeed,
          tokens,
          prices,
          publish,
          onLost: sayLost,
          log,
          now,
        })
      : watchAccounts({
          chain: id,
          readState: (query) => families.get(id).readState({ chain: id, ...query }),
          publish,
          onLost: sayLost,
          log,
        })
    watches.set(id, watch)
    return watch
  }

  async function follow(topic: Topic): Promise<Followed> {
    // The newest block of now is no news: only what comes after it is told.
    const head = heads.get(topic.chain)
    const leave = head ? await waitForHead(head) : () => {}
    const known = followed.get(topic.name)
    const entry = known ?? {
      topic,
      connections: new Set(),
      since: channel.position(),
      until: now() + lingerMs,
      announcedAt: 0,
    }
    if (!known && !closed) {
      followed.set(topic.name, entry)
      watchOf(topic.chain).add(topic)
    }
    leave()
    return entry
  }

  function letGo(): void {
    for (const [name, { topic, connections, until }] of followed) {
      if (connections.size > 0 || until > now()) continue
      followed.delete(name)
      watches.get(topic.chain)?.remove(topic)
    }
    for (const [id, watch] of watches) {
      if ([...followed.values()].some(({ topic }) => topic.chain === id)) continue
      watches.delete(id)
      watch.close()
    }
  }

  function announce(entry: Followed): void {
    if (now() - entry.announcedAt < sayEvery) return
    entry.announcedAt = now()
    const { name } = entry.topic
    // Not said: other processes do not read for it, and clients that go there read everything again.
    say(`follow|${name}|${Math.floor(now() / sayEvery)}`, { kind: 'follow', topic: name }).catch(
      () => undefined,
    )
  }

  const beats = setInterval(() => {
    for (const { connection } of members) connection.beat(idOf(channel.position()))
    for (const entry of followed.values()) if (entry.connections.size > 0) announce(entry)
    letGo()
  }, beatEvery)
  beats.unref()

  /** What the client has missed; undefined if that is not known for certain. */
  async function missed(after: string, entries: readonly Followed[]): Promise<StreamEntry[] | undefined> {
    const position = readId(after)
    if (!position) return undefined
    const isCovered = entries.every(
      ({ since }) => since.epoch === position.epoch && since.seq <= position.seq,
    )
    if (!isCovered) return undefined
    const messages = await channel.since(position)
    const names = new Set(entries.map(({ topic }) => topic.name))
    const chainIds = new Set(entries.map(({ topic }) => topic.chain))
    const said = messages?.map(({ seq, data }) => ({ seq, said: JSON.parse(data) as Said }))
    if (!said || said.some(({ said }) => said.kind === 'lost' && chainIds.has(said.chain))) return undefined
    return said.flatMap(({ seq, said }) =>
      said.kind === 'event' && names.has(said.data.topic) ? toEntry(seq, position.epoch, said) : [],
    )
  }

  return {
    async open({ topics, after }) {
      const added = topics.filter(({ name }) => !followed.has(name)).length
      if (added > 0 && followed.size + added > follows)
        throw new HttpProblem('rate-limited', {
          detail: 'More is followed here than can be read for. Try again after a minute.',
          headers: { 'retry-after': '60' },
        })
      const entries = await Promise.all(topics.map(follow))
      const member: Member = {
        topics: new Set(topics.map(({ name }) => name)),
        held: [],
        connection: createConnection({
          // Not all at once after a restart.
          retryMs: 1000 + randomInt(2000),
          limit: buffered,
          onEnd() {
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
        // It may have been let go while others were waited for.
        if (followed.get(entry.topic.name) !== entry) {
          followed.set(entry.topic.name, entry)
          watchOf(entry.topic.chain).add(entry.topic)
          entry.since = channel.position()
        }
        announce(entry)
      }
      const start = channel.position()
      const again = after === undefined ? undefined : await missed(after, entries)
      if (after !== undefined && !again)
        member.connection.push({ id: idOf(start), event: 'resync', data: { reason: 'unknown-id' } })
      if (again) for (const entry of again) member.connection.push({ ...entry, replaces: undefined })
      else
        for (const { topic } of entries) {
          const data = await watchOf(topic.chain)
            .snapshot(topic)
            // The chain does not answer: changes are told of once it does.
            .catch(() => ({ topic: topic.name }))
          member.connection.push({ id: idOf(start), event: 'snapshot', data })
        }
      const sent = readId(again?.at(-1)?.id ?? idOf(start))?.seq ?? 0
      const held = member.held ?? []
      member.held = undefined
      for (const entry of held) if ((readId(entry.id)?.seq ?? 0) > sent) member.connection.push(entry)
      if (closed) member.connection.end()
      return member.connection.body
    },
    size: () => ({ connections: members.size, topics: followed.size, chains: watches.size }),
    close() {
      closed = true
      clearInterval(beats)
      leaveBus()
      for (const { connection } of [...members]) connection.end()
      for (const watch of watches.values()) watch.close()
      watches.clear()
      followed.clear()
    },
  }
}

function readId(id: string): BusPosition | undefined {
  const [, epoch, seq] = /^([\w.]{1,64})-(\d{1,15})$/.exec(id) ?? []
  return epoch === undefined ? undefined : { epoch, seq: Number(seq) }
}
