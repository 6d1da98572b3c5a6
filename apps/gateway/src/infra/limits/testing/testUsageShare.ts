import { randomUUID } from 'node:crypto'
import { createRateLimit, type UsageShare } from '@portico/server'
import { describe, expect, test, vi } from 'vitest'
import { createExactLimit, type ExactLimit } from '../createExactLimit.ts'
import { countPassed } from './countPassed.ts'

/**
 * The contract suite of the shares that processes count their usage in.
 *
 * @param connect connects another process to the same share.
 */
export function testUsageShare(name: string, connect: () => UsageShare): void {
  describe(`rate limits of several processes: ${name}`, () => {
    test('behavior: usage of one process counts in the others', async () => {
      const name = randomUUID()
      const rate = { name, burst: 10, perSecond: 0.001 }
      const limits = [1, 2, 3].map(() => createRateLimit({ ...rate, share: connect() }))
      expect(countPassed(limits.slice(0, 1), 10)).toBe(10)
      await vi.waitFor(() => {
        // Usage reaches the other processes asynchronously, so retry until no call is admitted.
        expect(countPassed(limits, 3)).toBe(0)
      })
    })

    test('behavior: an exact limit holds across processes', async () => {
      const rate = { name: randomUUID(), burst: 1, perSecond: 1 / 3600, now: Date.now }
      const limits = [1, 2, 3, 4].map(() => createExactLimit({ ...rate, share: connect() }))
      const [one, ...others] = limits as [ExactLimit, ...ExactLimit[]]
      const giveBack = await one.take('key')
      // A refused call does not count, however often it is repeated.
      for (const limit of [...others, ...others, one])
        await expect(limit.take('key')).rejects.toMatchObject({
          code: 'rate-limited',
          retryAfterSeconds: 3600,
        })
      await giveBack()
      await others[0]?.take('key')
      await expect(one.take('key')).rejects.toMatchObject({ code: 'rate-limited' })
      const atOnce = await Promise.allSettled(limits.map((limit) => limit.take('another key')))
      expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('behavior: a bucket emptied by two processes at once becomes negative, by at most one burst', async () => {
      const share = connect()
      const rate = { burst: 10, perSecond: 0.001 }
      const key = randomUUID()
      const usage = { key, cost: 10, rate }
      expect(await Promise.all([share.add([usage]), share.add([usage])])).toEqual(
        expect.arrayContaining([[0], [expect.closeTo(-10, 1)]]),
      )
      expect((await share.add([{ ...usage, cost: 100 }]))[0]).toBe(-10)
    })

    test('behavior: updates many keys in one step, each at its own rate', async () => {
      const share = connect()
      const name = randomUUID()
      const usages = Array.from({ length: 300 }, (_, index) => ({
        key: `${name}${index}`,
        cost: index,
        rate: { burst: 1000, perSecond: 0.001 },
      }))
      const left = await share.add(usages)
      expect(left.map(Math.round)).toEqual(usages.map(({ cost }) => 1000 - cost))
    })
  })
}
