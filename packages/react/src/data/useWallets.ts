import { type WalletsQueryParameters, walletsQuery } from '@portico/core/data'
import type { Wallet, WalletsResponse } from '@portico/protocol/gateway'
import { useRef } from 'react'
import { useScope } from '../kit/KitContext.ts'
import type { PagedView } from './queryView.ts'
import { usePages } from './usePages.ts'

/** Wallets from the gateway's list. While those for new parameters load, the previous ones stay. */
export interface WalletsView extends PagedView<Wallet> {
  /** The total number over all pages. */
  count: number
  /** Whether the wallets for the current parameters are loading. */
  isPending: boolean
}

/** Returns wallets from the gateway's list. */
export function useWallets(parameters: WalletsQueryParameters): WalletsView {
  const query = usePages<Wallet, WalletsResponse, readonly string[]>(walletsQuery(useScope().kit, parameters))
  const isPending = query.status === 'pending'
  const settled = useRef(query)
  if (!isPending || settled.current.status === 'pending') settled.current = query
  const { pages, hasNextPage, ...view } = settled.current
  return {
    ...view,
    count: pages?.at(-1)?.count ?? 0,
    hasNextPage: hasNextPage && !isPending,
    isPending,
  }
}
