import { getArtifacts } from '@portico/devnet/artifacts'
import { encodeFunctionData, type Hex, pad, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestUpstreams } from '../../../testing/createTestUpstreams.ts'
import { burner, flooder, liar, reverter } from '../../../testing/hostileTokens.ts'
import { type Anvil, startAnvil } from '../../../testing/startAnvil.ts'
import { startProxy } from '../../../testing/startProxy.ts'
import { callMany } from './callMany.ts'
import { createChain } from './createChain.ts'

const me = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as Hex
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const data = encodeFunctionData({
  abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
  args: [me],
})
const addressOf = (index: number) => pad(toHex(0x660000 + index), { size: 20 })
/** The number of test contracts; those in `bad` misbehave. */
const count = 450
const bad: Readonly<Record<number, Hex>> = { 3: reverter, 120: burner, 260: flooder, 300: burner }
const amountOf = (index: number): Hex => pad(toHex(index + 1), { size: 32 })
/** The code of a contract that returns a fixed number for every call. */
const token = (amount: number): Hex => `0x62${toHex(amount, { size: 3 }).slice(2)}60005260206000f3`

let anvil: Anvil
let codeOfMulticall: Hex
beforeAll(async () => {
  const { Multicall3 } = await getArtifacts()
  anvil = await startAnvil()
  codeOfMulticall = (await anvil.rpc('eth_call', [{ data: Multicall3.bytecode }, 'latest'])) as Hex
  for (let index = 0; index < count; index++)
    await anvil.rpc('anvil_setCode', [addressOf(index), bad[index] ?? token(index + 1)])
}, 60_000)
afterAll(() => anvil?.stop())

describe('callMany with Anvil', () => {
  test.each([
    ['Multicall3', true, false],
    ['nothing deployed', false, false],
    ['single calls only', false, true],
  ])(
    'behavior: through %s: reads the native balance and all tokens except the bad ones',
    async (_, has, refuses) => {
      await anvil.rpc('anvil_setCode', [multicall3, has ? codeOfMulticall : '0x'])
      const exchanges: string[] = []
      const proxy = await startProxy({
        url: anvil.url,
        before: ({ method, params }) => {
          const [call] = (params ?? []) as [{ to?: string }?]
          return refuses && method === 'eth_call' && !call?.to
            ? { error: { code: -32602, message: 'missing value for required argument' } }
            : undefined
        },
      })
      const upstreams = createTestUpstreams({
        urls: [proxy.url],
        onUpstream: ({ method }) => exchanges.push(method),
      })
      const chain = createChain({ upstreams })
      const read = () =>
        callMany({
          chain,
          calls: [
            { coinOf: me },
            ...Array.from({ length: count }, (_, index) => ({ target: addressOf(index), data })),
          ],
          deadline: Date.now() + 60_000,
        })
      const [coin, ...answers] = await read()
      expect(BigInt(coin ?? 0)).toBe(BigInt((await anvil.rpc('eth_getBalance', [me, 'latest'])) as string))
      for (const [index, answer] of answers.entries())
        if (!bad[index]) expect([index, answer]).toEqual([index, amountOf(index)])
      for (const index of [3, 120, 300]) expect(answers[index]).toBeUndefined()
      if (has || refuses) return
      // The fallback is detected by now: one batch of five deployless calls and the native balance, then the truncated
      // result.
      exchanges.length = 0
      await read()
      expect(exchanges).toEqual(['eth_call', 'eth_call'])
    },
    60_000,
  )

  test('behavior: a truncated result is read on its own', async () => {
    await anvil.rpc('anvil_setCode', [multicall3, '0x'])
    const long = addressOf(900)
    // Returns 100,000 bytes.
    await anvil.rpc('anvil_setCode', [long, '0x620186a06000f3'])
    const chain = createChain({ upstreams: createTestUpstreams({ urls: [anvil.url] }) })
    const calls = [long, addressOf(7), liarAt].map((target) => ({ target, data }))
    await anvil.rpc('anvil_setCode', [liarAt, liar])
    const answers = await callMany({ chain, calls, deadline: Date.now() + 20_000 })
    expect(answers.map((answer) => answer?.length)).toEqual([200_002, 66, 66])
  })
})
const liarAt = addressOf(901)
