import { Registry } from 'prom-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClockWatch, type ReadClock } from './createClockWatch.ts'

function createWatch(others: Record<string, ReadClock>) {
  const registry = new Registry()
  const lines: string[] = []
  const say = (_: object, message: string) => void lines.push(message)
  // Each look at the clock takes 100 ms.
  let time = 1_000_000
  const now = () => (time += 100)
  const watch = createClockWatch({ name: 'demo', log: { warn: say, info: say }, registry, others, now })
  onTestFinished(() => watch.close())
  return { watch, lines, read: () => registry.metrics(), time: () => time }
}

describe('createClockWatch', () => {
  test('behavior: measures the difference beyond what the way takes, and warns once', async () => {
    let ahead = 7000
    const test = createWatch({
      vault: async () => test.time() + ahead,
      database: async () => test.time() - 1500,
    })
    await test.watch.check()
    await test.watch.check()
    expect(await test.read()).toMatch(/^demo_clock_skew_seconds\{of="vault"\} 6\.\d+$/m)
    expect(await test.read()).toMatch(/^demo_clock_skew_seconds\{of="database"\} -1\.\d+$/m)
    expect(test.lines).toEqual(['the clock of the vault is 7 seconds ahead: synchronise both (NTP)'])
    ahead = 0
    await test.watch.check()
    expect(test.lines.slice(1)).toEqual(['the clocks agree again'])
  })

  test('behavior: a server that does not answer, or says no time, has no value', async () => {
    let isThere = true
    const test = createWatch({
      vault: async () => {
        if (isThere) return test.time() - 60_000
        throw new Error('unreachable')
      },
      redis: async () => undefined,
    })
    await test.watch.check()
    expect(await test.read()).toContain('demo_clock_skew_seconds{of="vault"} -6')
    isThere = false
    await test.watch.check()
    expect(await test.read()).not.toContain('of=')
  })
})
