import type { SimulateResponse } from '@portico/protocol/gateway'
import type { TokenFacts } from './formatAmount.ts'
import type { CoinFacts } from './readChainFacts.ts'

/** What servers and contracts report about a transaction. Any of it may be wrong or missing, unlike the transaction itself. */
export type TransactionFacts = {
  simulation: SimulateResponse | undefined
  coin: CoinFacts
  /** Token data that the called contract reports. */
  token: TokenFacts
  isContract: boolean | undefined
  /** Addresses that this account sent to before, in lower case. */
  recipients: readonly string[]
}
