import type { CaipNetworkId } from '@portico/protocol'
import type { Coverage, Provider } from './Provider.ts'

/** What an account has of one asset. */
export type Holding = {
  /** In the spelling of its family (EVM: lower case); undefined = the chain's coin. */
  address: string | undefined
  /** Base units. */
  amount: bigint
  name: string
  symbol: string
  decimals: number
  /** US dollars of one whole token, if the source knows. */
  price?: number | undefined
  iconUrl?: string | undefined
}

export type Holdings = {
  /** The coin first, whatever it is worth; of tokens only those the account has. */
  holdings: Holding[]
  coverage: Coverage
  /** Whether prices were asked for already: those that are absent are not known. */
  isPriced: boolean
}

/** Says what accounts hold. */
export type BalanceProvider = Provider & {
  /**
   * @param query.tokens lower-case addresses that are wanted whether listed or not.
   * @throws {Error} if it cannot say; the next provider is asked.
   */
  list(query: {
    chain: CaipNetworkId
    account: string
    tokens: readonly string[]
    deadline: number
  }): Promise<Holdings>
}
