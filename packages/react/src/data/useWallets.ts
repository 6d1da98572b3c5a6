import { type WalletsQueryParameters, walletsQuery } from '@portico/core/data'
import type { Wallet, WalletsResponse } from '@portico/protocol/gateway'
import { useScope } from '../kit/KitContext.ts'
import type { PagedView } from './queryView.ts'
import { usePages } from './usePages.ts'

/** Returns wallets from the gateway's list. `count` is the total number over all pages. */
export function useWallets(parameters: WalletsQueryParameters): PagedView<Wallet> & { count: number } {
  const { pages, ...view } = usePages<Wallet, WalletsResponse, readonly string[]>(
    walletsQuery(useScope().kit, parameters),
  )
  return { ...view, count: pages?.at(-1)?.count ?? 0 }
}
