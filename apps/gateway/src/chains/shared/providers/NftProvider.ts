import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import type { Provider } from './Provider.ts'

/** Provides the NFTs of accounts. */
export type NftProvider = Provider & {
  /**
   * Returns one page of the NFTs an account holds.
   *
   * @param query.cursor `next` of the previous page.
   * @param query.deadline epoch milliseconds.
   * @throws {Error} if the provider fails; the next one is tried.
   */
  page(query: {
    chain: CaipNetworkId
    account: string
    limit: number
    cursor: string | undefined
    deadline: number
  }): Promise<{ data: Nft[]; next: string | null }>
  /** Adds details that this provider lacks to the part of a page that is returned. Never rejects. */
  complete?(query: { chain: CaipNetworkId; data: readonly Nft[]; deadline: number }): Promise<Nft[]>
}
