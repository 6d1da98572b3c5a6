import type { KnownTransaction, OperationResult } from '../../shared/activity/KnownTransaction.ts'
import { mayBeBatch } from './mayBeBatch.ts'
import { readBatch } from './readBatch.ts'
import { readOperationCalls } from './readOperationCalls.ts'
import { entryPoint } from './readOperationResults.ts'
import type { SignedCall } from './SignedCall.ts'

/** What an account has signed of a transaction. */
export type Signed = {
  calls: readonly SignedCall[]
  /** The transfer of tokens that pays for the transaction. */
  fee: SignedCall | undefined
  /** Whether the calls were made. */
  isSuccessful: boolean
  /** Whether the account makes them of itself. */
  isBatch: boolean
  /** Whether it is certain that a batch was made: then its coins have moved, though no log says so. */
  isProven: boolean
  /** The user operation that the calls are of; it is a part of the transaction. */
  operation: OperationResult | undefined
}

/**
 * Reads what an account has signed: its own transaction, a batch to itself, or its user operation in a relayer's transaction.
 *
 * @returns undefined if the account has signed nothing, or not what the transaction did.
 */
export function readSigned({
  transaction,
  account,
  chainId,
}: {
  transaction: KnownTransaction
  /** Lower case. */
  account: string
  chainId: number
}): Signed | undefined {
  const { sender, recipient, value, selector, payee, input, status, hasCode, operations } = transaction
  if (sender === account) {
    const batch =
      recipient === account && mayBeBatch(transaction) && input && hasCode !== false
        ? readBatch({ data: input, account })
        : undefined
    const isSuccessful = status === 1
    if (!batch) {
      const calls = [{ to: recipient, value, selector, payee: payee ?? '' }]
      return { calls, fee: undefined, isSuccessful, isBatch: false, isProven: false, operation: undefined }
    }
    return { ...batch, isSuccessful, isBatch: true, isProven: hasCode === true, operation: undefined }
  }
  const operation = operations.find((one) => one.sender === account)
  if (recipient !== entryPoint || !input || !operation) return undefined
  const data = readOperationCalls({ data: input, account, nonce: BigInt(operation.nonce), chainId })
  if (data === undefined) return undefined
  const batch = readBatch({ data, account }) ?? { calls: [], fee: undefined }
  return { ...batch, isSuccessful: operation.isSuccessful, isBatch: true, isProven: true, operation }
}
