import type { RedisServer } from '../../../infra/redis/createRedis.ts'
import type { SharedRpcCache } from './SharedRpcCache.ts'

/** An upstream often answers within this time, so waiting longer for the cache gains nothing. */
const lookupTimeoutMs = 50
/** 1 MiB. Longer results are rare and would evict many short ones. */
const maxLength = 1024 * 1024

/**
 * Creates a shared cache in Redis or Valkey. While the server is unavailable or slow, every lookup is a cache miss.
 */
export function createRedisRpcCache({ redis }: { redis: RedisServer }): SharedRpcCache {
  const { commands } = redis
  const keyOf = (key: string) => `portico:rpc:${key}`
  return {
    async get(key) {
      // The first lookup opens the connection, but does not wait for it.
      if (commands.status !== 'ready') {
        if (commands.status === 'wait') commands.connect().catch(() => undefined)
        return undefined
      }
      let late: NodeJS.Timeout | undefined
      const found = commands.get(keyOf(key)).then(
        (value) => value ?? undefined,
        () => undefined,
      )
      const missed = new Promise<undefined>((resolve) => {
        late = setTimeout(resolve, lookupTimeoutMs, undefined)
      })
      return Promise.race([found, missed]).finally(() => clearTimeout(late))
    },
    async set(key, value, { ttlMs }) {
      if (commands.status !== 'ready' || value.length > maxLength) return
      // Without a stored result, the next request goes to an upstream.
      await commands.set(keyOf(key), value, 'PX', ttlMs).catch(() => undefined)
    },
  }
}
