import type { RedisServer } from '../../../infra/redis/createRedis.ts'
import { redisKeys } from '../mailbox/redisKeys.ts'
import { resendScript } from '../mailbox/redisScripts.ts'
import type { Fanout, FanoutListener, Notice } from './Fanout.ts'

const resendMs = 1000
/** Milliseconds within which the process that stored a message publishes it, unless it has ended. */
const publishTimeoutMs = 2000
const subscribeTimeoutMs = 5000

type Commands = { relayResend(outbox: string, within: number, channel: string): Promise<null> }

/**
 * Creates a fan-out between processes over Redis or Valkey, with one channel per topic. Such channels can lose
 * messages, so there are two recovery paths. Each stored message is listed in an outbox until it is published; if its
 * process ends before that, another process publishes a gap for the topic. A process that has lost its connection
 * reports a gap for all of its topics when it reconnects.
 */
export function createRedisFanout({
  redis,
  onError,
}: {
  redis: Pick<RedisServer, 'commands' | 'subscriber'>
  onError(error: unknown): void
}): Fanout {
  const { commands } = redis
  commands.defineCommand('relayResend', { numberOfKeys: 1, lua: resendScript })
  const subscriber = redis.subscriber()
  let listener: FanoutListener | undefined

  subscriber.on('message', (channel, text) => {
    if (!channel.startsWith(redisKeys.channel)) return
    if (text === '') listener?.onGap(channel.slice(redisKeys.channel.length))
    else listener?.onNotice(JSON.parse(text) as Notice)
  })
  subscriber.on('ready', () => listener?.onGap())

  const timer = setInterval(() => {
    ;(commands as unknown as Commands)
      .relayResend(redisKeys.outbox, publishTimeoutMs, redisKeys.channel)
      // The Redis client logs its own failures; the next interval retries.
      .catch(() => undefined)
  }, resendMs).unref()

  return {
    start(newListener) {
      listener = newListener
    },
    async subscribe(topic) {
      let timeout: NodeJS.Timeout | undefined
      const timedOut = new Promise<never>((_, reject) => {
        timeout = setTimeout(() => reject(new Error('Redis does not respond.')), subscribeTimeoutMs).unref()
      })
      await Promise.race([subscriber.subscribe(redisKeys.channel + topic), timedOut]).finally(() =>
        clearTimeout(timeout),
      )
    },
    unsubscribe(topic) {
      subscriber.unsubscribe(redisKeys.channel + topic).catch(onError)
    },
    async publish(notice) {
      const text = JSON.stringify(notice)
      await commands
        .pipeline()
        .publish(redisKeys.channel + notice.topic, text)
        .zrem(redisKeys.outbox, `${notice.topic}:${notice.seq}`)
        .exec()
    },
    async close() {
      clearInterval(timer)
      subscriber.disconnect()
    },
  }
}
