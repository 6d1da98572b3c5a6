import { createLog } from '@portico/server'
import { describe, expect, test } from 'vitest'
import { allSuccesses } from './allSuccesses.ts'
import { firstSuccess } from './firstSuccess.ts'
import type { Provider } from './Provider.ts'
import { withCircuitBreakers } from './withCircuitBreakers.ts'

const log = createLog({ level: 'silent' })
const chain = 'eip155:1'

function provider(id: string, answer: () => Promise<string>, chains: readonly string[] = [chain]) {
  let calls = 0
  return {
    id,
    serves: (wanted: string) => chains.includes(wanted),
    cost: 1,
    rate: null,
    ask: () => {
      calls++
      return answer()
    },
    calls: () => calls,
  } satisfies Provider & Record<string, unknown>
}
const good = (id: string) => provider(id, async () => id)
const bad = (id: string) => provider(id, () => Promise.reject(new Error(id)))

describe('firstSuccess', () => {
  test('behavior: skips providers that fail or do not support the network', async () => {
    const elsewhere = provider('elsewhere', async () => 'x', ['eip155:2'])
    const last = good('last')
    const providers = withCircuitBreakers([elsewhere, bad('a'), good('b'), last])
    const { value, provider: whose } = await firstSuccess({
      providers,
      chain,
      log,
      ask: (one) => one.ask(),
    })
    expect([value, whose.id, elsewhere.calls(), last.calls()]).toEqual(['b', 'b', 0, 0])
  })
  test('error: if all fail, throws the error of the last one', async () => {
    const ask = (one: ReturnType<typeof bad>) => one.ask()
    await expect(
      firstSuccess({ providers: withCircuitBreakers([bad('a'), bad('b')]), chain, log, ask }),
    ).rejects.toThrow('b')
    await expect(firstSuccess({ providers: [], chain, log, ask })).rejects.toThrow('No provider supports')
  })
})

describe('allSuccesses', () => {
  test('behavior: returns the values of those that succeed, in order', async () => {
    const providers = withCircuitBreakers([good('a'), bad('b'), good('c')])
    expect(await allSuccesses({ providers, chain, log, ask: (one) => one.ask() })).toEqual(['a', 'c'])
  })
})
