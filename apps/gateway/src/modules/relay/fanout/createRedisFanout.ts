import type { RedisServer } from '../../../redis/createRedis.ts'
import { redisKeys } from '../mailbox/redisKeys.ts'
import { resendScript } from '../mailbox/redisScripts.ts'
import type { Fanout, FanoutListener, Notice } from './Fanout.ts'

const resendMs = 1000
/** Milliseconds within which whoever has kept a message announces it, if it still runs. */
const announcedWithin = 2000
const patience = 5000

type Commands = { relayResend(outbox: string, within: number, channel: string): Promise<null> }

/**
 * Fan-out between processes, over Redis or Valkey: a channel a topic. Two things make up for what such channels lose. Each
 * kept message stands in an outbox until it is announced, and where its process ended before, another one tells everybody
 * to look into the mailbox. And whoever has lost the connection looks into the mailbox of all its topics.
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
      .relayResend(redisKeys.outbox, announcedWithin, redisKeys.channel)
      // Redis says itself that it is away; the next round tries again.
      .catch(() => undefined)
  }, resendMs).unref()

  return {
    start(given) {
      listener = given
    },
    async listen(topic) {
      let timeout: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timeout = setTimeout(() => reject(new Error('Redis does not answer.')), patience).unref()
      })
      await Promise.race([subscriber.subscribe(redisKeys.channel + topic), late]).finally(() =>
        clearTimeout(timeout),
      )
    },
    leave(topic) {
      subscriber.unsubscribe(redisKeys.channel + topic).catch(onError)
    },
    async announce(notice) {
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
