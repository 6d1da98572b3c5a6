import { expect, test } from 'vitest'
import { createRestartPolicy } from './createRestartPolicy.ts'

test('behavior: replaces workers at once, then later and later, then gives up', () => {
  const policy = createRestartPolicy({ workers: 2, tries: 4 })
  expect(Array.from({ length: 7 }, () => policy.onEnd(10))).toEqual([0, 0, 250, 500, 1000, 2000, undefined])
})

test('behavior: a worker that has lived for a while starts the count again', () => {
  const policy = createRestartPolicy({ workers: 1, tries: 1 })
  expect([
    policy.onEnd(10),
    policy.onEnd(10),
    policy.onEnd(60_000),
    policy.onEnd(10),
    policy.onEnd(10),
  ]).toEqual([0, 250, 0, 0, 250])
})
