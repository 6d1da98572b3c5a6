/** What `GET /getWallets` is asked. Empty lists ask for nothing. */
export type WalletQuery = {
  /** From 1. */
  page: number
  entries: number
  search: string | undefined
  /** Ids, reverse domain names or slugs. */
  include: readonly string[]
  exclude: readonly string[]
  names: readonly string[]
  rdns: readonly string[]
  /** CAIP-2 ids. */
  chains: readonly string[]
  platform: 'ios' | 'android' | undefined
  badge: 'none' | 'certified' | undefined
  sort: 'order' | 'name'
}
