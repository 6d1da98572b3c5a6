import { describe, expect, test, vi } from 'vitest'
import type { Bus, BusChannel, BusMessage } from '../Bus.ts'

/** Options of `testBus`. */
export type TestBusOptions = {
  name: string
  /** Connects another process to the same bus; a bus within one process returns itself. */
  connect: () => Promise<Bus>
  /** Advances the clock of the bus, if a test can control it. */
  advance?: ((ms: number) => void) | undefined
}

const waitOptions = { timeout: 15_000, interval: 10 }

/** The contract suite of `Bus`. */
export function testBus({ name, connect, advance }: TestBusOptions): void {
  let last = 0
  /** Opens an unused channel from two processes. */
  async function open(): Promise<[BusChannel, BusChannel]> {
    const channel = `test-${process.pid}-${Date.now()}-${++last}`
    const [one, two] = await Promise.all([connect(), connect()])
    return [one.channel(channel), two.channel(channel)]
  }
  function listen(channel: BusChannel) {
    const messages: BusMessage[] = []
    const unsubscribe = channel.subscribe({
      onMessage: (message) => messages.push(message),
      onLost: () => messages.push({ seq: -1, data: 'lost' }),
    })
    return { messages, unsubscribe, data: () => messages.map(({ data }) => data) }
  }
  const publish = (channel: BusChannel, data: string) => channel.publish({ key: data, data })

  describe(name, () => {
    test('behavior: all processes receive every message in the same order, numbered without gaps', async () => {
      const [one, two] = await open()
      const [first, second] = [listen(one), listen(two)]
      const before = one.position().seq
      await Promise.all(Array.from({ length: 50 }, (_, index) => publish(index % 2 ? one : two, `m${index}`)))
      await vi.waitFor(() => expect(first.messages).toHaveLength(50), waitOptions)
      await vi.waitFor(() => expect(second.messages).toHaveLength(50), waitOptions)
      expect(second.messages).toEqual(first.messages)
      expect(first.messages.map(({ seq }) => seq)).toEqual(
        Array.from({ length: 50 }, (_, index) => before + index + 1),
      )
      expect(one.position()).toEqual(two.position())
    })

    test('behavior: a second message with the same key is dropped, from any process', async () => {
      const [one, two] = await open()
      const { data } = listen(two)
      await Promise.all([one, two, one, two].map((channel) => channel.publish({ key: 'block 7', data: 'x' })))
      await publish(one, 'end')
      await vi.waitFor(() => expect(data().at(-1)).toBe('end'), waitOptions)
      expect(data()).toEqual(['x', 'end'])
    })

    test('behavior: channels are separate', async () => {
      const [[one], [other]] = [await open(), await open()]
      const { data } = listen(other)
      await publish(one, 'not for you')
      await publish(other, 'for you')
      await vi.waitFor(() => expect(data()).toEqual(['for you']), waitOptions)
    })

    test('behavior: an ended subscription receives nothing; others still do', async () => {
      const [one] = await open()
      const [ended, active] = [listen(one), listen(one)]
      ended.unsubscribe()
      ended.unsubscribe()
      await publish(one, 'a')
      await vi.waitFor(() => expect(active.data()).toEqual(['a']), waitOptions)
      expect(ended.data()).toEqual([])
    })

    test('behavior: missed messages can be read in any process', async () => {
      const [one, two] = await open()
      const { messages } = listen(one)
      const start = one.position()
      for (const data of ['a', 'b', 'c']) await publish(one, data)
      await vi.waitFor(() => expect(messages).toHaveLength(3), waitOptions)
      await vi.waitFor(() => expect(two.position()).toEqual(one.position()), waitOptions)
      expect(await two.since(start)).toEqual(messages)
      expect(await two.since({ ...start, seq: start.seq + 2 })).toEqual(messages.slice(2))
      expect(await two.since(two.position())).toEqual([])
    })

    test('error: a position of another epoch, or in the future', async () => {
      const [one] = await open()
      await publish(one, 'a')
      const { epoch, seq } = one.position()
      expect(await one.since({ epoch: 'another', seq: 0 })).toBeUndefined()
      expect(await one.since({ epoch, seq: seq + 100 })).toBeUndefined()
    })

    test.skipIf(!advance)(
      `behavior: messages and keys expire after ten minutes${advance ? '' : ' (skipped: no control of the clock)'}`,
      async () => {
        const [one] = await open()
        const start = one.position()
        await publish(one, 'a')
        advance?.(11 * 60_000)
        await publish(one, 'b')
        expect(await one.since(start)).toBeUndefined()
        expect(await one.since({ ...start, seq: start.seq + 1 })).toMatchObject([{ data: 'b' }])
        const { data } = listen(one)
        await publish(one, 'a')
        await vi.waitFor(() => expect(data()).toEqual(['a']), waitOptions)
      },
    )
  })
}
