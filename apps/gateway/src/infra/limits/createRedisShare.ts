import type { UsageShare } from '@portico/server'
import type { RedisServer } from '../redis/createRedis.ts'

/**
 * Token buckets: subtracts the usage of every key in one atomic step. A bucket may become negative, down to minus one
 * burst, because several processes can admit calls at the same time. Uses the Redis server's clock, because the clocks
 * of the processes differ.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer = {}
for index, key in ipairs(KEYS) do
  local cost = tonumber(ARGV[index * 3 - 2])
  local burst = tonumber(ARGV[index * 3 - 1])
  local per_ms = tonumber(ARGV[index * 3]) / 1000
  local stored = redis.call('HMGET', key, 'left', 'at')
  local left = burst
  if stored[1] then left = math.min(burst, stored[1] + math.max(0, now - stored[2]) * per_ms) end
  left = math.max(-burst, left - cost)
  redis.call('HSET', key, 'left', tostring(left), 'at', now)
  redis.call('PEXPIRE', key, math.ceil((burst - left) / per_ms) + 1000)
  answer[index] = tostring(left)
end
return answer`

/** Creates a usage counter in Redis or Valkey, so that the rate limits of several processes are counted together. */
export function createRedisShare({ redis }: { redis: RedisServer }): UsageShare {
  return {
    async add(usages) {
      const keys = usages.map(({ key }) => `portico:limit:${key}`)
      const values = usages.flatMap(({ cost, rate }) => [cost, rate.burst, rate.perSecond])
      const answer = (await redis.commands.eval(script, keys.length, ...keys, ...values)) as string[]
      return answer.map(Number)
    },
  }
}
