import { connect, type Namespace } from '@portico/core'
import { rememberRecipient } from '@portico/core/money'
import { ada, testKit } from '@portico/core/testing'
import type { TokenBalance } from '@portico/protocol/gateway'
import { act, render } from '@testing-library/react'
import { KitContext } from '../kit/KitContext.ts'
import { Card } from '../modal/parts/Card.tsx'
import { createRouter, currentView, type View } from '../modal/router.ts'
import { createTheme } from '../theme.ts'

const chainId = 'eip155:1'
const coin: TokenBalance = {
  ...{ name: 'Ether', symbol: 'ETH', chainId, price: 2000, value: 4000, iconUrl: '' },
  quantity: { decimals: '18', numeric: '2' },
}
const token: TokenBalance = {
  ...{
    name: 'Dev USD',
    symbol: 'DUSD',
    chainId,
    address: `${chainId}:0x00000000000000000000000000000000000000cc`,
  },
  ...{ price: 0, iconUrl: '', quantity: { decimals: '6', numeric: '12.5' } },
}

/** Opens a view that moves money, for an account with 2 ETH at $2,000 and 12.5 DUSD without a price. */
export async function openMoney(
  view: View,
  { options = {}, paid = [] }: { options?: Parameters<typeof testKit>[0]; paid?: readonly string[] } = {},
) {
  const { kit, fake, wallet } = testKit(options)
  const balances = [coin, token]
  const namespace = kit.namespaces.get('eip155') as Namespace
  kit.namespaces.set('eip155', {
    ...namespace,
    assets: async () => ({ ...(await namespace.assets()), getBalances: async () => balances }),
  })
  await connect(kit, { connectorId: 'dev.fake' })
  for (const to of paid) rememberRecipient(kit, { namespace: 'eip155', from: ada, to })
  const router = createRouter()
  router.open({ name: 'account' })
  router.push(view)
  await act(async () => {
    render(
      <KitContext value={{ kit, router, theme: createTheme({}) }}>
        <Card setLabel={() => {}} />
      </KitContext>,
    )
  })
  return {
    kit,
    router,
    wallet,
    balances,
    transfers: fake.transfers,
    view: () => currentView(router.store.getState()),
  }
}
