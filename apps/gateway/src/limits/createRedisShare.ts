import type { UsageShare } from '@portico/server'
import type { RedisServer } from '../redis/createRedis.ts'

/**
 * Token buckets, all keys in one step: what was used is taken off, also where less was left (two processes let through
 * at the same time), down to one whole bucket of debt. By the server's clock, so that those of the processes do not
 * matter.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer = {}
for index, key in ipairs(KEYS) do
  local cost = tonumber(ARGV[index * 3 - 2])
  local burst = tonumber(ARGV[index * 3 - 1])
  local per_ms = tonumber(ARGV[index * 3]) / 1000
  local known = redis.call('HMGET', key, 'left', 'at')
  local left = burst
  if known[1] then left = math.min(burst, known[1] + math.max(0, now - known[2]) * per_ms) end
  left = math.max(-burst, left - cost)
  redis.call('HSET', key, 'left', tostring(left), 'at', now)
  redis.call('PEXPIRE', key, math.ceil((burst - left) / per_ms) + 1000)
  answer[index] = tostring(left)
end
return answer`

/** Adds up in Redis or Valkey what several processes let through. */
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
