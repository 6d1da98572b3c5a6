import { findInstalled, type ListedWallet } from '@portico/core/internal'
import { useWallets } from '../../../data/useWallets.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

/** Returns the wallets from the gateway's list that Connect shows. `count` is the number of wallets in the list. */
export function useListedWallets(group: 'featured' | 'recommended'): {
  wallets: readonly ListedWallet[]
  isPending: boolean
  count: number
} {
  const { kit } = useScope()
  const state = useKitState((all) => all)
  const { featuredWalletIds = [], includeWalletIds = [], excludeWalletIds = [] } = state.settings
  const query = useWallets(
    group === 'featured'
      ? { include: featuredWalletIds, exclude: excludeWalletIds, entries: 100 }
      : {
          include: includeWalletIds,
          exclude: [...excludeWalletIds, ...featuredWalletIds],
          // Four to show, plus as many as may be filtered out because they are shown in other groups.
          entries: 4 + state.connectors.length + (kit.options.customWallets?.length ?? 0),
        },
  )
  const names = new Set([...state.connectors, ...(kit.options.customWallets ?? [])].map(({ name }) => name))
  const wallets = (query.data ?? []).filter(
    (wallet) => !findInstalled(state, wallet) && !names.has(wallet.name),
  )
  return { wallets, isPending: query.status === 'pending', count: query.count }
}
