import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fanout, Notice } from '../Fanout.ts'

/** The fan-outs of two processes; the same object twice for a fan-out that cannot span processes. */
type Pair = { first: Fanout; second: Fanout }

/** Defines the tests that every fan-out must pass. */
export function testFanout(name: string, open: () => Promise<Pair> | Pair): void {
  describe(name, () => {
    async function start() {
      const { first, second } = await open()
      onTestFinished(async () => {
        await first.close()
        await second.close()
      })
      const received: Notice[] = []
      second.start({ onNotice: (notice) => received.push(notice), onGap: () => undefined })
      if (first !== second) first.start({ onNotice: () => undefined, onGap: () => undefined })
      return { first, second, received }
    }
    const notice = (topic: string, message: string, seq = 1): Notice => ({
      topic,
      seq,
      previous: seq - 1,
      id: createHash('sha256').update(message).digest('hex'),
      publisher: 'alice',
      message,
      tag: 1108,
      attestation: 'proof',
      publishedAt: 5,
    })
    const randomTopic = () => randomBytes(32).toString('hex')

    test('behavior: a subscriber receives complete notices, in order', async () => {
      const { first, second, received } = await start()
      const topic = randomTopic()
      await second.subscribe(topic)
      const notices = Array.from({ length: 20 }, (_, index) => notice(topic, `${index}`, index + 1))
      for (const each of notices) await first.publish(each)
      await vi.waitFor(() => expect(received).toHaveLength(20))
      expect(received).toEqual(notices)
    })

    test('behavior: delivers no notices of topics that are not, or no longer, subscribed', async () => {
      const { first, second, received } = await start()
      const [unsubscribed, other, last] = [randomTopic(), randomTopic(), randomTopic()]
      await second.subscribe(unsubscribed)
      await second.subscribe(last)
      second.unsubscribe(unsubscribed)
      await second.subscribe(randomTopic())
      await first.publish(notice(unsubscribed, 'unsubscribed'))
      await first.publish(notice(other, 'other'))
      await first.publish(notice(last, 'last'))
      await vi.waitFor(() => expect(received).toHaveLength(1))
      expect(received[0]?.message).toBe('last')
    })
  })
}
