import { type Hex, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { createTestApp } from '../../../testing/createTestApp.ts'
import { type Anvil, startAnvil } from '../../../testing/startAnvil.ts'
import { deadUrl } from '../../../testing/startUpstream.ts'
import { testActivityProvider, testBalanceProvider } from '../../../testing/testProviders.ts'

const [me, friend] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
] as const
const expected: [string, string][] = []
const held = 123_456_789n

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
  const send = async (from: string, to: string, type: string) => {
    const hash = (await anvil.rpc('eth_sendTransaction', [{ from, to, value: '0x1' }])) as Hex
    const receipt = () => anvil.rpc('eth_getTransactionReceipt', [hash])
    await vi.waitFor(async () => expect(await receipt()).not.toBeNull(), { interval: 10 })
    expected.unshift([hash, type])
  }
  for (let count = 0; count < 4; count++) {
    await send(me, friend, 'send')
    await send(friend, me, 'receive')
  }
  await anvil.rpc('anvil_setBalance', [me, toHex(held)])
}, 60_000)
afterAll(() => anvil?.stop())

async function make({ isDown }: { isDown: boolean }) {
  const { services } = await createTestApp({
    rpcUrls: { 'eip155:31337': [isDown ? await deadUrl() : anvil.url] },
  })
  return services.ownProviders
}

describe('chainActivity', () => {
  testActivityProvider({ make: async (options) => (await make(options)).activity, account: me, expected })
})

describe('createChainBalances', () => {
  testBalanceProvider({
    make: async (options) => (await make(options)).balances,
    account: me,
    coin: held,
    tokens: [],
  })
})
