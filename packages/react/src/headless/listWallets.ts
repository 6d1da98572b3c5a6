import type { Kit, State } from '@portico/core'
import { connectLayout, getRecentWallets } from '@portico/core/internal'
import { toInstalledItem, toListedItem } from './toWalletItem.ts'
import type { WalletItem } from './WalletItem.ts'

/** Lists the installed, recent and custom wallets, in the order of Connect. */
export function listWallets(kit: Kit, state: State): WalletItem[] {
  const { customWallets } = kit.options
  const { groups } = connectLayout(state, { customWallets, recentWallets: getRecentWallets(kit) })
  return groups.flatMap(({ name, connectors, wallets }) => [
    ...connectors
      .filter(({ type }) => type !== 'WALLET_CONNECT' && type !== 'AUTH')
      .map((wallet) => toInstalledItem(state, wallet, { isRecent: name === 'recent' })),
    ...wallets.map((wallet) => toListedItem(state, wallet, { kit, isRecent: name === 'recent' })),
  ])
}
