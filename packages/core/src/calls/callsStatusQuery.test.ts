// @vitest-environment jsdom

import { RpcError } from '@portico/protocol'
import { QueryObserver } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../actions/connect.ts'
import { getQueryClient } from '../data/getQueryClient.ts'
import { testKit } from '../testing/index.ts'
import { callsStatusQuery } from './callsStatusQuery.ts'
import type { CallsStatus } from './NamespaceCalls.ts'

const stops: (() => void)[] = []
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop()
  vi.useRealTimers()
})

/** Observes a batch whose wallet answers in turn, the last answer for ever. Returns how often it is asked in twenty seconds. */
async function observe(answers: (Partial<CallsStatus> | number)[]): Promise<number> {
  const { kit, fake } = testKit()
  let asked = 0
  const getStatus = async ({ id }: { id: string }) => {
    const answer = answers[Math.min(asked++, answers.length - 1)]
    if (typeof answer === 'number') throw new RpcError({ rpcCode: answer })
    return { id, networkId: 'eip155:1', status: 'pending', statusCode: 100, receipts: [], ...answer }
  }
  Object.assign(fake.namespace, { calls: async () => ({ getStatus }) })
  await connect(kit, { connectorId: 'dev.fake' })
  const observer = new QueryObserver(getQueryClient(kit), callsStatusQuery(kit, '0x1'))
  stops.push(
    () => kit.destroy(),
    observer.subscribe(() => {}),
  )
  await vi.advanceTimersByTimeAsync(20_500)
  return asked
}

describe('callsStatusQuery', () => {
  test('behavior: asks every second until the batch has ended', async () => {
    expect(await observe([{}, {}, {}, { status: 'success', statusCode: 200 }])).toBe(4)
    expect(await observe([{}])).toBe(21)
  })

  test('error: a wallet that does not know the ID is not asked again', async () => {
    expect(await observe([5730])).toBe(1)
    expect(await observe([{}, 5730])).toBe(2)
  })

  test('error: after another error it is asked again every four seconds', async () => {
    expect(await observe([-32603])).toBe(6)
    expect(await observe([-32603, { status: 'success', statusCode: 200 }])).toBe(2)
  })
})
