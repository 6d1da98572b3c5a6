import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { Payment } from './operations/Payment.ts'
import type { PreparedOperation } from './operations/prepareOperation.ts'

/** A way to execute what the page requested. */
export type Way = {
  /** What is executed, and its cost. With an operation it is not sent itself: the operation makes the same calls. */
  transaction: BuiltTransaction
  payment: Payment
  /** A node says that it would fail now. */
  fails?: boolean | undefined
  /** The user operation to send; undefined for a transaction of the account. */
  operation?: PreparedOperation | undefined
}
