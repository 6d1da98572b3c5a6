import { findInstalled, type ListedWallet } from '@portico/core'
import { identifyConnectors } from '@portico/core/data'
import { useEffect } from 'react'
import { useWallets } from '../../../data/useWallets.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

/** The wallets of the gateway's list that Connect itself shows; `isPending` until it is known which. */
export function useListedWallets(group: 'featured' | 'recommended'): {
  wallets: readonly ListedWallet[]
  isPending: boolean
  count: number
} {
  const { kit } = useScope()
  const state = useKitState((all) => all)
  const { featuredWalletIds = [], includeWalletIds = [], excludeWalletIds = [] } = state.settings
  useEffect(() => {
    identifyConnectors(kit).catch((error: unknown) =>
      kit.logger.warn('The ids of installed wallets could not be read.', error),
    )
  }, [kit])
  const query = useWallets(
    group === 'featured'
      ? { include: featuredWalletIds, exclude: excludeWalletIds, entries: 100 }
      : {
          include: includeWalletIds,
          exclude: [...excludeWalletIds, ...featuredWalletIds],
          // So many may be installed or the application's own, and are shown elsewhere.
          entries: 4 + state.connectors.length + (kit.options.customWallets?.length ?? 0),
        },
  )
  const names = new Set([...state.connectors, ...(kit.options.customWallets ?? [])].map(({ name }) => name))
  const wallets = (query.data ?? []).filter(
    (wallet) => !findInstalled(state, wallet) && !names.has(wallet.name),
  )
  return { wallets, isPending: query.status === 'pending', count: query.count }
}
