import { createHash, randomBytes } from 'node:crypto'
import type { Log } from '@portico/server'
import type { RedisServer } from '../redis/createRedis.ts'
import type { Bus, BusChannel, BusListener, BusMessage, BusPosition } from './Bus.ts'

const keptMs = 10 * 60_000
const topic = 'portico:bus'
const seqs = 'portico:bus:seq'
const streamOf = (channel: string) => `portico:bus:log:${channel}`

/**
 * Numbers a message, keeps it and tells everybody, in one step; nothing if its key was heard within ten minutes. Where
 * the numbers are gone (Redis was emptied) a new epoch begins. KEYS: epoch, numbers, stream, mark of the key.
 */
const say = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not redis.call('SET', KEYS[4], 1, 'NX', 'PX', ${keptMs}) then return 0 end
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('SET', KEYS[1], ARGV[3])
  redis.call('DEL', KEYS[2])
end
local epoch = redis.call('GET', KEYS[1])
local seq = redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
if seq == 1 then redis.call('DEL', KEYS[3]) end
for _, entry in ipairs(redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 10)) do
  if now - entry[2][4] < ${keptMs} then break end
  redis.call('XDEL', KEYS[3], entry[1])
end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], seq .. '-0', 'data', ARGV[2], 'at', now)
redis.call('PUBLISH', '${topic}', cjson.encode({ epoch, ARGV[1], seq, ARGV[2] }))
return seq`

type Channel = { name: string; seq: number; listeners: Set<BusListener> }

/**
 * A bus of all processes on one Redis or Valkey: publish and subscribe for what is new, a stream per channel for what was
 * missed. While Redis is away publishing rejects; when it is back, what was missed is read from the stream, and where
 * that is gone the listeners are told.
 *
 * @param limit messages kept per channel.
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
  const channels = new Map<string, Channel>()
  const faces = new Map<string, BusChannel>()
  const subscriber = redis.subscriber()
  // Until Redis has told its own: a place of this one is of no other.
  let epoch = randomBytes(6).toString('hex')
  /** One after the other, so that what is read again comes before what is heard next. */
  let work: Promise<void> = Promise.resolve()
  const enqueue = (run: () => Promise<void>): Promise<void> => {
    work = work.then(run).catch((error) => log.warn({ error }, 'the bus could not be read'))
    return work
  }

  function channelOf(name: string): Channel {
    const known = channels.get(name)
    if (known) return known
    const channel = { name, seq: 0, listeners: new Set<BusListener>() }
    channels.set(name, channel)
    return channel
  }

  function enter(next: string): void {
    if (next === epoch) return
    epoch = next
    for (const channel of channels.values()) {
      channel.seq = 0
      for (const listener of [...channel.listeners]) listener.onLost()
    }
  }

  function deliver(channel: Channel, message: BusMessage): void {
    channel.seq = message.seq
    for (const listener of [...channel.listeners]) listener.onMessage(message)
  }

  /** Messages of a channel, all or undefined. */
  async function read(name: string, from: number, to: number): Promise<BusMessage[] | undefined> {
    if (to < from) return []
    const entries = await redis.commands.xrange(streamOf(name), `${from}-0`, `${to}-0`)
    const messages = entries.map(([id, fields]) => ({ seq: Number.parseInt(id, 10), data: fields[1] ?? '' }))
    return messages.length === to - from + 1 ? messages : undefined
  }

  /** Delivers what was missed up to a number, or says that it is lost. */
  async function catchUp(channel: Channel, to: number): Promise<void> {
    if (channel.seq >= to) return
    const missed = await read(channel.name, channel.seq + 1, to)
    for (const message of missed ?? []) deliver(channel, message)
    if (missed) return
    channel.seq = to
    for (const listener of [...channel.listeners]) listener.onLost()
  }

  async function hear([theirEpoch, name, seq, data]: [string, string, number, string]): Promise<void> {
    enter(theirEpoch)
    const channel = channelOf(name)
    if (seq <= channel.seq) return
    await catchUp(channel, seq - 1)
    deliver(channel, { seq, data })
  }

  /** Where everything stands: at the start, and after the connection was away. */
  async function load(isFirst: boolean): Promise<void> {
    // Asked for again, so that it stands before the numbers are read.
    await subscriber.subscribe(topic)
    const [theirEpoch, numbers] = await Promise.all([
      redis.commands.get(`${topic}:epoch`),
      redis.commands.hgetall(seqs),
    ])
    if (theirEpoch === null) {
      // Nothing has been said, or it is gone. The first process to notice names the epoch.
      const own = isFirst ? epoch : randomBytes(6).toString('hex')
      await redis.commands.set(`${topic}:epoch`, own, 'NX')
      await redis.commands.hset(seqs, '', 0)
      const agreed = await redis.commands.get(`${topic}:epoch`)
      if (agreed !== null) enter(agreed)
      return
    }
    const isNew = theirEpoch !== epoch
    enter(theirEpoch)
    for (const [name, seq] of Object.entries(numbers)) {
      const channel = channelOf(name)
      if (isFirst || isNew) channel.seq = Math.max(channel.seq, Number(seq))
      else await catchUp(channel, Number(seq))
    }
  }

  subscriber.on('message', (_topic, text) => {
    const message = JSON.parse(text) as [string, string, number, string]
    void enqueue(() => hear(message))
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
  // A gateway starts without its Redis, too.
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, 2000).unref())])

  function createChannel(name: string): BusChannel {
    const channel = channelOf(name)
    return {
      async publish({ key, data }) {
        const mark = `portico:bus:said:${createHash('sha256').update(`${name}\n${key}`).digest('base64url')}`
        const keys = [`${topic}:epoch`, seqs, streamOf(name), mark]
        await redis.commands.eval(
          say,
          keys.length,
          ...keys,
          name,
          data,
          randomBytes(6).toString('hex'),
          limit,
        )
      },
      subscribe(listener) {
        const own = { ...listener }
        channel.listeners.add(own)
        return () => void channel.listeners.delete(own)
      },
      position: () => ({ epoch, seq: channel.seq }),
      async since(position: BusPosition) {
        if (position.epoch !== epoch || position.seq > channel.seq || position.seq < 0) return undefined
        return read(name, position.seq + 1, channel.seq)
      },
    }
  }

  return {
    channel(name) {
      const known = faces.get(name)
      if (known) return known
      const face = createChannel(name)
      faces.set(name, face)
      return face
    },
    async close() {
      subscriber.disconnect()
      for (const channel of channels.values()) channel.listeners.clear()
      await work
    },
  }
}
