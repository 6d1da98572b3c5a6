import { createLog } from '@portico/server'
import { describe, expect, test } from 'vitest'
import { createGuard } from './createGuard.ts'
import { firstSuccess } from './firstSuccess.ts'
import { guardAll } from './guardAll.ts'
import { merge } from './merge.ts'
import type { Provider } from './Provider.ts'
import { ProviderBusyError } from './ProviderBusyError.ts'

const log = createLog({ level: 'silent' })
const chain = 'eip155:1'

function provider(id: string, answer: () => Promise<string>, chains: readonly string[] = [chain]) {
  let asked = 0
  return {
    id,
    serves: (wanted: string) => chains.includes(wanted),
    cost: 1,
    rate: null,
    ask: () => {
      asked++
      return answer()
    },
    asked: () => asked,
  } satisfies Provider & Record<string, unknown>
}
const good = (id: string) => provider(id, async () => id)
const bad = (id: string) => provider(id, () => Promise.reject(new Error(id)))

describe('firstSuccess', () => {
  test('behavior: the next one where one fails or does not know the chain', async () => {
    const elsewhere = provider('elsewhere', async () => 'x', ['eip155:2'])
    const last = good('last')
    const providers = guardAll([elsewhere, bad('a'), good('b'), last])
    const { value, provider: whose } = await firstSuccess({
      providers,
      chain,
      log,
      ask: (one) => one.ask(),
    })
    expect([value, whose.id, elsewhere.asked(), last.asked()]).toEqual(['b', 'b', 0, 0])
  })
  test('error: all fail: what the last one said', async () => {
    const ask = (one: ReturnType<typeof bad>) => one.ask()
    await expect(
      firstSuccess({ providers: guardAll([bad('a'), bad('b')]), chain, log, ask }),
    ).rejects.toThrow('b')
    await expect(firstSuccess({ providers: [], chain, log, ask })).rejects.toThrow('Nothing here knows')
  })
})

describe('merge', () => {
  test('behavior: all that answer, in their order', async () => {
    const providers = guardAll([good('a'), bad('b'), good('c')])
    expect(await merge({ providers, chain, log, ask: (one) => one.ask() })).toEqual(['a', 'c'])
  })
})

describe('createGuard', () => {
  const failing = () => Promise.reject(new Error('down'))

  test('behavior: after five failures it rests, then one question sees whether it is back', async () => {
    let now = 0
    const guard = createGuard({ provider: { id: 'a', cost: 1, rate: null }, now: () => now })
    for (let count = 0; count < 5; count++) await expect(guard(failing)).rejects.toThrow('down')
    let asked = 0
    const ask = async () => ++asked
    await expect(guard(ask)).rejects.toThrow(ProviderBusyError)
    now += 30_000
    let release = () => {}
    const trial = guard(() => new Promise<number>((resolve) => (release = () => resolve(1))))
    // Only one at a time.
    await expect(guard(ask)).rejects.toThrow(ProviderBusyError)
    release()
    await trial
    expect([await guard(ask), asked]).toEqual([1, 1])
  })

  test('behavior: a trial that fails means another rest', async () => {
    let now = 0
    const guard = createGuard({ provider: { id: 'a', cost: 1, rate: null }, now: () => now })
    for (let count = 0; count < 5; count++) await guard(failing).catch(() => {})
    now += 30_000
    await expect(guard(failing)).rejects.toThrow('down')
    await expect(guard(async () => 1)).rejects.toThrow(ProviderBusyError)
  })

  test('behavior: five seconds of budget, filled again with time', async () => {
    let now = 0
    const guard = createGuard({ provider: { id: 'a', cost: 2, rate: 4 }, now: () => now })
    const ask = async () => 1
    for (let count = 0; count < 10; count++) await guard(ask)
    await expect(guard(ask)).rejects.toMatchObject({ reason: 'budget' })
    now += 500
    await guard(ask)
    await expect(guard(ask)).rejects.toThrow(ProviderBusyError)
  })
})
