/** The query of `GET /getWallets`. An empty list is no filter. */
export type WalletQuery = {
  /** Page number, starting at 1. */
  page: number
  entries: number
  search: string | undefined
  /** IDs, reverse domain names or slugs. */
  include: readonly string[]
  exclude: readonly string[]
  names: readonly string[]
  rdns: readonly string[]
  /** CAIP-2 IDs. */
  chains: readonly string[]
  platform: 'ios' | 'android' | undefined
  badge: 'none' | 'certified' | undefined
  sort: 'order' | 'name'
}
