import { describe, expect, test, vi } from 'vitest'
import type { Bus, BusChannel, BusMessage } from '../Bus.ts'

/** What a bus can be held to; `connect` twice gives two processes on one bus (a bus of one process gives itself). */
export type TestBusOptions = {
  name: string
  connect: () => Promise<Bus>
  /** Lets so much time pass for the bus, if its clock can be held. */
  advance?: ((ms: number) => void) | undefined
}

const patience = { timeout: 15_000, interval: 10 }

/** The suite every bus passes. */
export function testBus({ name, connect, advance }: TestBusOptions): void {
  let last = 0
  /** A channel nobody has used, from two processes. */
  async function open(): Promise<[BusChannel, BusChannel]> {
    const channel = `test-${process.pid}-${Date.now()}-${++last}`
    const [one, two] = await Promise.all([connect(), connect()])
    return [one.channel(channel), two.channel(channel)]
  }
  function listen(channel: BusChannel) {
    const messages: BusMessage[] = []
    const leave = channel.subscribe({
      onMessage: (message) => messages.push(message),
      onLost: () => messages.push({ seq: -1, data: 'lost' }),
    })
    return { messages, leave, data: () => messages.map(({ data }) => data) }
  }
  const say = (channel: BusChannel, data: string) => channel.publish({ key: data, data })

  describe(name, () => {
    test('behavior: everybody hears every message in the same order, numbered without a gap', async () => {
      const [one, two] = await open()
      const [hearsOne, hearsTwo] = [listen(one), listen(two)]
      const before = one.position().seq
      await Promise.all(Array.from({ length: 50 }, (_, index) => say(index % 2 ? one : two, `m${index}`)))
      await vi.waitFor(() => expect(hearsOne.messages).toHaveLength(50), patience)
      await vi.waitFor(() => expect(hearsTwo.messages).toHaveLength(50), patience)
      expect(hearsTwo.messages).toEqual(hearsOne.messages)
      expect(hearsOne.messages.map(({ seq }) => seq)).toEqual(
        Array.from({ length: 50 }, (_, index) => before + index + 1),
      )
      expect(one.position()).toEqual(two.position())
    })

    test('behavior: what was said under a key is not said again, by nobody', async () => {
      const [one, two] = await open()
      const { data } = listen(two)
      await Promise.all([one, two, one, two].map((channel) => channel.publish({ key: 'block 7', data: 'x' })))
      await say(one, 'end')
      await vi.waitFor(() => expect(data().at(-1)).toBe('end'), patience)
      expect(data()).toEqual(['x', 'end'])
    })

    test('behavior: channels do not hear each other', async () => {
      const [[one], [other]] = [await open(), await open()]
      const { data } = listen(other)
      await say(one, 'not for you')
      await say(other, 'for you')
      await vi.waitFor(() => expect(data()).toEqual(['for you']), patience)
    })

    test('behavior: who has left hears nothing; the others still do', async () => {
      const [one] = await open()
      const [gone, stays] = [listen(one), listen(one)]
      gone.leave()
      gone.leave()
      await say(one, 'a')
      await vi.waitFor(() => expect(stays.data()).toEqual(['a']), patience)
      expect(gone.data()).toEqual([])
    })

    test('behavior: what was missed is read again, in any process', async () => {
      const [one, two] = await open()
      const { messages } = listen(one)
      const start = one.position()
      for (const data of ['a', 'b', 'c']) await say(one, data)
      await vi.waitFor(() => expect(messages).toHaveLength(3), patience)
      await vi.waitFor(() => expect(two.position()).toEqual(one.position()), patience)
      expect(await two.since(start)).toEqual(messages)
      expect(await two.since({ ...start, seq: start.seq + 2 })).toEqual(messages.slice(2))
      expect(await two.since(two.position())).toEqual([])
    })

    test('error: a place of another epoch, or that is still to come', async () => {
      const [one] = await open()
      await say(one, 'a')
      const { epoch, seq } = one.position()
      expect(await one.since({ epoch: 'another', seq: 0 })).toBeUndefined()
      expect(await one.since({ epoch, seq: seq + 100 })).toBeUndefined()
    })

    test.skipIf(!advance)(
      `behavior: after ten minutes it is forgotten${advance ? '' : ' (its clock cannot be held)'}`,
      async () => {
        const [one] = await open()
        const start = one.position()
        await say(one, 'a')
        advance?.(11 * 60_000)
        await say(one, 'b')
        expect(await one.since(start)).toBeUndefined()
        expect(await one.since({ ...start, seq: start.seq + 1 })).toMatchObject([{ data: 'b' }])
        const { data } = listen(one)
        await say(one, 'a')
        await vi.waitFor(() => expect(data()).toEqual(['a']), patience)
      },
    )
  })
}
