import { describe, expect, test } from 'vitest'
import { createMemoryBus } from './createMemoryBus.ts'
import { testBus } from './testing/testBus.ts'

let time = 1_000_000
const bus = createMemoryBus({ now: () => time })
testBus({
  name: 'createMemoryBus',
  connect: async () => bus,
  advance: (ms) => {
    time += ms
  },
})

describe('createMemoryBus', () => {
  test('param: limit', async () => {
    const channel = createMemoryBus({ limit: 10 }).channel('x')
    const { epoch } = channel.position()
    for (let index = 0; index < 5000; index++) await channel.publish({ key: `${index}`, data: `${index}` })
    expect(await channel.since({ epoch, seq: 100 })).toBeUndefined()
    expect((await channel.since({ epoch, seq: 4992 }))?.map(({ data }) => data)).toEqual([
      '4992',
      '4993',
      '4994',
      '4995',
      '4996',
      '4997',
      '4998',
      '4999',
    ])
  })
})
