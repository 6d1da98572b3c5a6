import { describe, expect, test, vi } from 'vitest'
import { createTestHub } from '../hub/testing/createTestHub.ts'
import { createHubBus } from './createHubBus.ts'
import { testBus } from './testing/testBus.ts'

let time = 1_000_000
let { connect } = createTestHub({ now: () => time })
testBus({
  name: 'createHubBus',
  connect: () => createHubBus({ hub: connect().client }),
  advance: (ms) => {
    time += ms
  },
})

describe('createHubBus', () => {
  test('behavior: a worker that replaces another one resumes where that one stopped', async () => {
    ;({ connect } = createTestHub())
    const first = connect()
    const bus = await createHubBus({ hub: first.client })
    for (const data of ['a', 'b', 'c']) await bus.channel('x').publish({ key: data, data })
    const before = { ...bus.channel('x').position(), seq: 1 }
    first.end()
    const channel = (await createHubBus({ hub: connect().client })).channel('x')
    expect((await channel.since(before))?.map(({ data }) => data)).toEqual(['b', 'c'])
    const received: string[] = []
    channel.subscribe({ onMessage: ({ data }) => received.push(data), onLost: () => received.push('lost') })
    await channel.publish({ key: 'd', data: 'd' })
    await vi.waitFor(() => expect(received).toEqual(['d']))
    expect(channel.position().seq).toBe(4)
  })

  test('error: publishing fails when the supervisor has ended', async () => {
    const { client, end } = createTestHub().connect()
    const channel = (await createHubBus({ hub: client })).channel('x')
    end()
    await expect(channel.publish({ key: 'a', data: 'a' })).rejects.toThrow('The other process has ended.')
  })
})
