import { createHash, randomBytes } from 'node:crypto'
import type { Log } from '@portico/server'
import type { RedisServer } from '../redis/createRedis.ts'
import type { Bus, BusChannel, BusListener, BusMessage, BusPosition } from './Bus.ts'

const retentionMs = 10 * 60_000
const pubSubChannel = 'portico:bus'
const epochKey = 'portico:bus:epoch'
const seqsKey = 'portico:bus:seq'
const streamKey = (channel: string) => `portico:bus:log:${channel}`

/**
 * Numbers a message, appends it to the channel's stream and publishes it, in one atomic step. Does nothing if a message
 * with the same key was published within ten minutes. Starts a new epoch if the sequence numbers are missing (Redis was
 * emptied). KEYS: epoch, sequence numbers by channel, stream, marker of the message key. ARGV: channel, data, new epoch,
 * stream length.
 */
const publishScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not redis.call('SET', KEYS[4], 1, 'NX', 'PX', ${retentionMs}) then return 0 end
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('SET', KEYS[1], ARGV[3])
  redis.call('DEL', KEYS[2])
end
local epoch = redis.call('GET', KEYS[1])
local seq = redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
if seq == 1 then redis.call('DEL', KEYS[3]) end
for _, entry in ipairs(redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 10)) do
  if now - entry[2][4] < ${retentionMs} then break end
  redis.call('XDEL', KEYS[3], entry[1])
end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], seq .. '-0', 'data', ARGV[2], 'at', now)
redis.call('PUBLISH', '${pubSubChannel}', cjson.encode({ epoch, ARGV[1], seq, ARGV[2] }))
return seq`

type ChannelState = { name: string; seq: number; listeners: Set<BusListener> }

/**
 * Creates a bus that all processes on one Redis or Valkey share: Pub/Sub delivers new messages, and one stream per
 * channel stores them for ten minutes. While Redis is unreachable `publish` rejects, and `since` finds nothing. After a reconnection missed messages
 * are read from the stream; `onLost` is called if they are no longer there.
 *
 * @param limit approximate number of messages stored per channel.
 */
export async function createRedisBus({
  redis,
  log,
  limit = 100_000,
}: {
  redis: RedisServer
  log: Log
  limit?: number
}): Promise<Bus> {
  const states = new Map<string, ChannelState>()
  const channels = new Map<string, BusChannel>()
  const subscriber = redis.subscriber()
  // A random epoch until the epoch in Redis has been read: a position in it matches no other process.
  let epoch = randomBytes(6).toString('hex')
  /** Runs tasks one after the other, so that missed messages are delivered before newer ones. */
  let queue: Promise<void> = Promise.resolve()
  const enqueue = (task: () => Promise<void>): Promise<void> => {
    queue = queue.then(task).catch((error) => log.warn({ error }, 'cannot read from the bus'))
    return queue
  }

  function stateOf(name: string): ChannelState {
    const existing = states.get(name)
    if (existing) return existing
    const state = { name, seq: 0, listeners: new Set<BusListener>() }
    states.set(name, state)
    return state
  }

  function setEpoch(next: string): void {
    if (next === epoch) return
    epoch = next
    for (const state of states.values()) {
      state.seq = 0
      for (const listener of [...state.listeners]) listener.onLost()
    }
  }

  function deliver(state: ChannelState, message: BusMessage): void {
    state.seq = message.seq
    for (const listener of [...state.listeners]) listener.onMessage(message)
  }

  /** Reads the messages `from` to `to` (inclusive) of a channel; undefined if any of them is no longer stored. */
  async function read(name: string, from: number, to: number): Promise<BusMessage[] | undefined> {
    if (to < from) return []
    const entries = await redis.commands.xrange(streamKey(name), `${from}-0`, `${to}-0`)
    const messages = entries.map(([id, fields]) => ({ seq: Number.parseInt(id, 10), data: fields[1] ?? '' }))
    return messages.length === to - from + 1 ? messages : undefined
  }

  /** Delivers the missed messages up to the number `to`, or calls `onLost` if they are no longer stored. */
  async function catchUp(state: ChannelState, to: number): Promise<void> {
    if (state.seq >= to) return
    const missed = await read(state.name, state.seq + 1, to)
    for (const message of missed ?? []) deliver(state, message)
    if (missed) return
    state.seq = to
    for (const listener of [...state.listeners]) listener.onLost()
  }

  type Published = [epoch: string, channel: string, seq: number, data: string]
  async function onPublished([publishedEpoch, name, seq, data]: Published): Promise<void> {
    setEpoch(publishedEpoch)
    const state = stateOf(name)
    if (seq <= state.seq) return
    await catchUp(state, seq - 1)
    deliver(state, { seq, data })
  }

  /** Reads the epoch and the sequence numbers from Redis: at the start and after every reconnection. */
  async function load(isFirst: boolean): Promise<void> {
    // Subscribe before reading the numbers: otherwise a message published in between would be missed.
    await subscriber.subscribe(pubSubChannel)
    const [storedEpoch, seqs] = await Promise.all([
      redis.commands.get(epochKey),
      redis.commands.hgetall(seqsKey),
    ])
    if (storedEpoch === null) {
      // Nothing was published yet, or Redis was emptied. The first process to notice sets the epoch.
      const proposed = isFirst ? epoch : randomBytes(6).toString('hex')
      await redis.commands.set(epochKey, proposed, 'NX')
      await redis.commands.hset(seqsKey, '', 0)
      const agreed = await redis.commands.get(epochKey)
      if (agreed !== null) setEpoch(agreed)
      return
    }
    const isNew = storedEpoch !== epoch
    setEpoch(storedEpoch)
    for (const [name, seq] of Object.entries(seqs)) {
      const state = stateOf(name)
      if (isFirst || isNew) state.seq = Math.max(state.seq, Number(seq))
      else await catchUp(state, Number(seq))
    }
  }

  subscriber.on('message', (_channel, text) => {
    const published = JSON.parse(text) as Published
    void enqueue(() => onPublished(published))
  })
  let isFirst = true
  const ready = new Promise<void>((resolve) => {
    subscriber.on('ready', () => {
      const first = isFirst
      isFirst = false
      void enqueue(() => load(first)).then(resolve)
    })
  })
  subscriber.connect().catch(() => undefined)
  // Wait at most two seconds: the gateway also starts while Redis is unreachable.
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, 2000).unref())])

  function createChannel(name: string): BusChannel {
    const state = stateOf(name)
    return {
      async publish({ key, data }) {
        const hash = createHash('sha256').update(`${name}\n${key}`).digest('base64url')
        const keys = [epochKey, seqsKey, streamKey(name), `portico:bus:said:${hash}`]
        await redis.commands.eval(
          publishScript,
          keys.length,
          ...keys,
          name,
          data,
          randomBytes(6).toString('hex'),
          limit,
        )
      },
      subscribe(listener) {
        // A copy, so that each subscription is a separate entry even if a listener subscribes twice.
        const entry = { ...listener }
        state.listeners.add(entry)
        return () => void state.listeners.delete(entry)
      },
      position: () => ({ epoch, seq: state.seq }),
      async since(position: BusPosition) {
        if (position.epoch !== epoch || position.seq > state.seq || position.seq < 0) return undefined
        // While Redis is unreachable nothing is stored, and who resumes reads again.
        return read(name, position.seq + 1, state.seq).catch(() => undefined)
      },
    }
  }

  return {
    channel(name) {
      const existing = channels.get(name)
      if (existing) return existing
      const channel = createChannel(name)
      channels.set(name, channel)
      return channel
    },
    async close() {
      subscriber.disconnect()
      for (const state of states.values()) state.listeners.clear()
      await queue
    },
  }
}
