/** What an account has and did last, as one look at a network finds it. */
export type AccountState = {
  block: { number: number; hash: string }
  /** By CAIP-19. */
  holdings: ReadonlyMap<string, { amount: bigint; decimals: number }>
  /** Newest first, a few; those that wait have no block. */
  transactions: readonly {
    hash: string
    failed: boolean
    block: { number: number; hash: string } | undefined
  }[]
}

/** Looks at an account now. */
export type ReadAccountState = (query: { account: string; deadline: number }) => Promise<AccountState>
