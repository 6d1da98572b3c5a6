import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { RequestedTransaction } from '../readTransaction.ts'
import type { Delegation } from './Delegation.ts'
import { delegationCoding } from './delegationCoding.ts'

/** Returns the transaction with which the account revokes a permission. */
export function revocationOf(delegation: Delegation): RequestedTransaction {
  const none = undefined
  return {
    to: delegatorContracts.DelegationManager,
    value: 0n,
    data: delegationCoding.encodeRevocation(delegation),
    ...{ gas: none, maxFeePerGas: none, maxPriorityFeePerGas: none, nonce: none },
  }
}
