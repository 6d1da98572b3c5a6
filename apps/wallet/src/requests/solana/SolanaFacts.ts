import type { SolanaAccountState } from './SolanaAccountState.ts'
import type { SolanaOutcome } from './SolanaOutcome.ts'

/** What is known about a token. `symbol` is what it calls itself, `price` is in US dollars for a whole token. */
export type SolanaTokenFacts = {
  symbol: string | undefined
  decimals: number | undefined
  price: number | undefined
}

/** What servers report about transactions on Solana. Any of it may be wrong or missing, unlike the transactions themselves. */
export type SolanaFacts = {
  /** The price of SOL in US dollars, and the account's balance in lamports. */
  coin: { price: number | undefined; balance: bigint | undefined }
  /** By mint. */
  tokens: ReadonlyMap<string, SolanaTokenFacts>
  /** Accounts as they are now. */
  states: ReadonlyMap<string, SolanaAccountState | null>
  /** In the order of the transactions. */
  outcomes: readonly (SolanaOutcome | undefined)[]
  /** Addresses that this account sent to before. */
  recipients: readonly string[]
  /** Whether every transaction is for the chosen network, as far as nodes know: transactions do not name their network. */
  isOfNetwork: boolean
}
