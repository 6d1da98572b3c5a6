import type { CaipNetworkId } from '@portico/protocol'
import type { Coverage, Provider } from './Provider.ts'

/** An account's balance of one asset. */
export type Holding = {
  /** The token's address in canonical form (EVM: lower case); undefined = the native coin. */
  address: string | undefined
  /** Base units. */
  amount: bigint
  name: string
  symbol: string
  decimals: number
  /** US dollars per whole token, if the provider has a price. */
  price?: number | undefined
  iconUrl?: string | undefined
}

/** An account's balances on one network. */
export type Holdings = {
  /** The native coin first, even if zero; then tokens with a balance. */
  holdings: Holding[]
  coverage: Coverage
  /** Whether prices have been looked up: a missing price is unknown. */
  isPriced: boolean
}

/** Provides the balances of accounts. */
export type BalanceProvider = Provider & {
  /**
   * Lists an account's balances on one network.
   *
   * @param query.tokens lower-case addresses of tokens to include even if no list contains them.
   * @param query.deadline epoch milliseconds.
   * @throws {Error} if the provider fails; the next one is tried.
   */
  list(query: {
    chain: CaipNetworkId
    account: string
    tokens: readonly string[]
    deadline: number
  }): Promise<Holdings>
}
