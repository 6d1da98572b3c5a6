import { nftsQuery } from '@portico/core/data'
import type { Nft } from '@portico/protocol/gateway'
import { useScope } from '../kit/KitContext.ts'
import type { PagedView } from './queryView.ts'
import { usePages } from './usePages.ts'
import { useSubject } from './useSubject.ts'

/** Returns the NFTs of the connected account on its network. */
export function useNfts(): PagedView<Nft> {
  return usePages(nftsQuery(useScope().kit, useSubject()))
}
