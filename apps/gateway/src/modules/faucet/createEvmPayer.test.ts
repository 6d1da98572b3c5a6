import { expect, test } from 'vitest'
import type { Chain, ChainCall } from '../../chains/shared/Chain.ts'
import { createEvmPayer } from './createEvmPayer.ts'

/** Pays at a network whose node estimates this much gas. Returns the methods that the node was asked for. */
async function pay(gas: string) {
  const asked: string[] = []
  const answers: Record<string, string> = { eth_estimateGas: gas, eth_sendRawTransaction: '0xaa' }
  const chain = {
    id: 'eip155:1337',
    reference: '1337',
    async request({ method }: ChainCall) {
      asked.push(method)
      return answers[method] ?? '0x1'
    },
  } as unknown as Chain
  const payer = createEvmPayer({ chain, key: `0x${'11'.repeat(32)}` })
  const to = `0x${'22'.repeat(20)}`
  const result = await payer.pay({ to, amount: 1n, deadline: 0 }).catch((error: Error) => error.message)
  return { result, isSent: asked.includes('eth_sendRawTransaction') }
}

test('behavior: pays also contracts, such as smart accounts', async () => {
  expect(await pay('0x5208')).toEqual({ result: '0xaa', isSent: true })
  expect(await pay('0xf4240')).toEqual({ result: '0xaa', isSent: true })
})

test('error: pays no contract that uses up the gas of a block', async () => {
  const { result, isSent } = await pay('0x1c9c380')
  expect(result).toContain('would need 30000000 gas')
  expect(isSent).toBe(false)
})
