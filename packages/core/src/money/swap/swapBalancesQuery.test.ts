import { QueryClient } from '@tanstack/query-core'
import { expect, test } from 'vitest'
import { ada, fakeNamespace, fakeWallet } from '../../testing/fakeNamespace.ts'
import { testKit } from '../../testing/testKit.ts'
import type { SwapAsset } from '../NamespaceSwaps.ts'
import { swapBalancesQuery } from './swapBalancesQuery.ts'

const token = '0x1111111111111111111111111111111111111111'
const coin: SwapAsset = { symbol: 'ETH', decimals: 18, isListed: true }

/** Reads the balances of an account that has 7 wei and none of the token. */
function read(from: SwapAsset | undefined) {
  const { namespace } = fakeNamespace([fakeWallet()], {
    getBalance: async ({ token }) => (token === undefined ? 7n : 0n),
  })
  const { kit } = testKit({ adapters: [{ namespace }] })
  const query = swapBalancesQuery(kit, { address: ada, networkId: 'eip155:1' }, from)
  return new QueryClient().fetchQuery(query as never)
}

test('behavior: a token that the account does not have is nothing, and not the coin', async () => {
  expect(await read({ token, symbol: 'DUSD', decimals: 6, isListed: true })).toEqual({ coin: 7n, from: 0n })
})

test('behavior: what is paid can be the coin', async () => {
  expect(await read(coin)).toEqual({ coin: 7n, from: 7n })
})
