import type { SimulateResponse } from '@portico/protocol/gateway'
import type { TokenFacts } from './formatAmount.ts'
import type { CoinFacts } from './readChainFacts.ts'

/** What was learnt about a transaction. All of it may be wrong or absent; the transaction itself is not. */
export type TransactionFacts = {
  simulation: SimulateResponse | undefined
  coin: CoinFacts
  /** Of the contract that is called, if it says it is a token. */
  token: TokenFacts
  isContract: boolean | undefined
  /** Addresses this account sent to before, in lower case. */
  recipients: readonly string[]
}
