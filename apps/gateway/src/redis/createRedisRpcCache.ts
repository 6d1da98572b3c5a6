import type { RedisServer } from '../redis/createRedis.ts'
import type { RpcCache } from '../upstreams/RpcCache.ts'

/** A node may be asked in that time; waiting longer for a cache would be no gain. */
const patience = 50
/** 1 MiB: longer answers are rare, and would push out many short ones. */
const maxLength = 1024 * 1024

/**
 * Answers of nodes that never change, kept in Redis or Valkey for all processes. While it is away, or slow, everything
 * is a miss.
 */
export function createRedisRpcCache({ redis }: { redis: RedisServer }): RpcCache {
  const { commands } = redis
  const keyOf = (key: string) => `portico:rpc:${key}`
  return {
    async get(key) {
      // The first look connects; until then, and while it is away, nobody waits.
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
        late = setTimeout(resolve, patience, undefined)
      })
      return Promise.race([found, missed]).finally(() => clearTimeout(late))
    },
    async set(key, value, { ttlMs }) {
      if (commands.status !== 'ready' || value.length > maxLength) return
      // What could not be kept is asked of a node again.
      await commands.set(keyOf(key), value, 'PX', ttlMs).catch(() => undefined)
    },
  }
}
