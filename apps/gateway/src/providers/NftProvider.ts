import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import type { Provider } from './Provider.ts'

/** Says which NFTs accounts hold. */
export type NftProvider = Provider & {
  /**
   * One page of what an account holds now.
   *
   * @param query.cursor the `next` of the page before.
   * @throws {Error} if it cannot say; the next provider is asked.
   */
  page(query: {
    chain: CaipNetworkId
    account: string
    limit: number
    cursor: string | undefined
    deadline: number
  }): Promise<{ data: Nft[]; next: string | null }>
  /** Adds to what is given out of a page what this provider does not know itself. Never rejects. */
  complete?(query: { chain: CaipNetworkId; data: readonly Nft[]; deadline: number }): Promise<Nft[]>
}
