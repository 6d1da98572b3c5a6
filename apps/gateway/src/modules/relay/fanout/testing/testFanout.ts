import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fanout, Notice } from '../Fanout.ts'

/** Fan-outs of two processes; of one, twice the same, where there cannot be two. */
type Pair = { first: Fanout; second: Fanout }

/** What every fan-out has to do, in the same words. */
export function testFanout(name: string, open: () => Promise<Pair> | Pair): void {
  describe(name, () => {
    async function start() {
      const { first, second } = await open()
      onTestFinished(async () => {
        await first.close()
        await second.close()
      })
      const heard: Notice[] = []
      second.start({ onNotice: (notice) => heard.push(notice), onGap: () => undefined })
      if (first !== second) first.start({ onNotice: () => undefined, onGap: () => undefined })
      return { first, second, heard }
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

    test('behavior: whoever listens hears everything about a message, in order', async () => {
      const { first, second, heard } = await start()
      const topic = randomTopic()
      await second.listen(topic)
      const notices = Array.from({ length: 20 }, (_, index) => notice(topic, `${index}`, index + 1))
      for (const each of notices) await first.announce(each)
      await vi.waitFor(() => expect(heard).toHaveLength(20))
      expect(heard).toEqual(notices)
    })

    test('behavior: nobody hears of topics they do not listen to, or no longer', async () => {
      const { first, second, heard } = await start()
      const [left, other, last] = [randomTopic(), randomTopic(), randomTopic()]
      await second.listen(left)
      await second.listen(last)
      second.leave(left)
      await second.listen(randomTopic())
      await first.announce(notice(left, 'left'))
      await first.announce(notice(other, 'other'))
      await first.announce(notice(last, 'last'))
      await vi.waitFor(() => expect(heard).toHaveLength(1))
      expect(heard[0]?.message).toBe('last')
    })
  })
}
