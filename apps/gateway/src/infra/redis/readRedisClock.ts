import type { RedisServer } from './createRedis.ts'

/** Reads the time of the Redis server, in milliseconds since the epoch. */
export async function readRedisClock({ commands }: Pick<RedisServer, 'commands'>): Promise<number> {
  const [seconds, microseconds] = await commands.time()
  return Number(seconds) * 1000 + Number(microseconds) / 1000
}
