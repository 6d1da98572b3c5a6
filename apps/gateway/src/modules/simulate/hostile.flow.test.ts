import { type SimulateResponse, simulateResponse } from '@portico/protocol/gateway'
import { pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { type Instruction, startUpstream } from '../../testing/startUpstream.ts'

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const visitor = `0x${'11'.repeat(20)}` as const
const thief = `0x${'66'.repeat(20)}` as const
const word = (value: string | number) =>
  pad(typeof value === 'number' ? toHex(value) : (value as `0x${string}`))
const tokenOf = (index: number) => pad(toHex(0x1000 + index), { size: 20 })

type Log = { address: string; topics: string[]; data: string }

/** A node whose simulated call emits these logs. */
const withLogs =
  (logs: Log[]) =>
  ({ method, params }: { method: string; params: unknown }): Instruction => {
    if (method !== 'eth_simulateV1') return { error: { code: -32000, message: 'nothing' } }
    const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: unknown[] }[] }]
    const { length } = blockStateCalls[0]?.calls ?? []
    const calls = Array.from({ length }, (_, index) => ({
      status: '0x1',
      returnData: '0x',
      gasUsed: '0x1',
      logs: index === (length - 1) / 2 ? logs : [],
    }))
    return { result: [{ calls }] }
  }

async function start(behave: Parameters<typeof startUpstream>[0]['behave']) {
  const node = await startUpstream({ behave })
  const { app } = await createTestApp({ rpcUrls: { 'eip155:31337': [node.url] } })
  return {
    node,
    async simulate(): Promise<SimulateResponse> {
      const body = JSON.stringify({ chainId: 'eip155:31337', from: visitor, to: thief, data: '0x01' })
      const response = await app.request('/v1/tx/simulate?projectId=local', { method: 'POST', body })
      const text = await response.text()
      expect([response.status, text]).toEqual([200, expect.anything()])
      return simulateResponse.parse(JSON.parse(text))
    },
  }
}

describe('simulation of hostile contracts', () => {
  test('error: a result with dropped claims is never complete', async () => {
    const gifts = Array.from({ length: 300 }, (_, index) => ({
      address: tokenOf(index),
      topics: [transfer, word(thief), word(visitor)],
      data: word(1),
    }))
    const theft = { address: tokenOf(9999), topics: [transfer, word(visitor), word(thief)], data: word(5) }
    const { simulate } = await start(withLogs([...gifts, theft]))
    expect(await simulate()).toMatchObject({ status: 'success', complete: false })
    const few = await start(withLogs([...gifts.slice(0, 50), theft]))
    expect(await few.simulate()).toMatchObject({ status: 'success', complete: true })
  })

  test('error: a result with dropped approvals is never complete', async () => {
    const logs = Array.from({ length: 300 }, (_, index) => ({
      address: tokenOf(index),
      topics: [approval, word(visitor), word(thief)],
      data: word(1),
    }))
    const { simulate } = await start(withLogs(logs))
    expect(await simulate()).toMatchObject({ status: 'success', complete: false })
  })

  test.each([
    [3, 'execution reverted: method not supported'],
    [3, 'execution reverted: rate limit exceeded'],
    [-32000, 'execution reverted: the method eth_simulateV1 does not exist'],
  ])('error: a revert reason that looks like a node error: %i %s', async (code, message) => {
    const { simulate, node } = await start(() => ({ error: { code, message } }))
    for (let count = 0; count < 2; count++)
      expect(await simulate()).toMatchObject({ status: 'reverted', method: 'eth_simulateV1' })
    // The gateway still uses the method: the contract must not disable it.
    expect(node.seen.map(({ method }) => method)).toEqual(['eth_simulateV1', 'eth_simulateV1'])
  })
})
