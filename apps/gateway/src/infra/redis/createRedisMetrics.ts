import { Gauge, type Registry } from 'prom-client'
import type { RedisServer } from './createRedis.ts'

/** Registers `gateway_redis_up`, which asks the server at each scrape. */
export function createRedisMetrics({
  registry,
  redis,
}: {
  registry: Registry
  redis: Pick<RedisServer, 'isWell'>
}): void {
  new Gauge({
    name: 'gateway_redis_up',
    help: '1 if Redis answers, otherwise 0. Absent without REDIS_URL.',
    registers: [registry],
    async collect() {
      this.set((await redis.isWell()) ? 1 : 0)
    },
  })
}
