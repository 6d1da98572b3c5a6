import type { SimulateResponse } from '@portico/protocol/gateway'
import type { Assets } from './readAssets.ts'

/** What servers and contracts report about a transaction. Any of it may be wrong or missing, unlike the transaction itself. */
export type TransactionFacts = Assets & {
  simulation: SimulateResponse | undefined
  /** Whether there is a contract at the address of each call, in their order; undefined if that is not known. */
  areContracts: readonly (boolean | undefined)[]
  /** Addresses that this account sent to before, in lower case. */
  recipients: readonly string[]
  /** Somebody else pays the fee. */
  isSponsored?: boolean | undefined
}
