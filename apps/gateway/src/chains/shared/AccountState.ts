/** A snapshot of an account: its holdings and latest transactions. */
export type AccountState = {
  block: { number: number; hash: string }
  /** By CAIP-19 asset; `amount` in base units. */
  holdings: ReadonlyMap<string, { amount: bigint; decimals: number }>
  /** The latest few, newest first; `block` is undefined while pending. */
  transactions: readonly {
    hash: string
    failed: boolean
    block: { number: number; hash: string } | undefined
  }[]
}

/** Reads an account's current state. `deadline` in epoch milliseconds. */
export type ReadAccountState = (query: { account: string; deadline: number }) => Promise<AccountState>
