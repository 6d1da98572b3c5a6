import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import { turnOffCall } from '../turnOffCall.ts'
import type { Delegation } from './Delegation.ts'
import { delegationCoding } from './delegationCoding.ts'

/**
 * Reads from a transaction's bytes whether all that it does is to revoke one permission of the account, or all of them on the network;
 * undefined for any other transaction.
 */
export function readRevocation(
  { to, value, data, change }: { to: Hex | undefined; value: bigint; data: Hex; change?: unknown },
  address: Hex,
): Delegation | 'all' | undefined {
  if (change || value !== 0n || !to) return undefined
  if (isSame(to, turnOffCall.to)) return data === turnOffCall.data ? 'all' : undefined
  if (!isSame(to, delegatorContracts.DelegationManager)) return undefined
  const delegation = delegationCoding.decodeRevocation(data)
  return delegation && isSame(delegation.delegator, address) ? delegation : undefined
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
