import { delegatorContracts } from '@portico/protocol/smartAccount'
import { decodeFunctionData, encodeFunctionData, parseAbi, size } from 'viem/utils'
import type { Hex } from '../../../chains/shared/Chain.ts'
import { readExecute } from './readExecute.ts'
import type { UserOperation } from './UserOperation.ts'

const manager = delegatorContracts.DelegationManager.toLowerCase()
const abi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
])
/** The authority of a delegation that is derived from no other one. */
const rootAuthority: Hex = `0x${'ff'.repeat(32)}`
/** Bytes. The largest permission of the wallet has two lists of 1 KiB, and five short caveats. */
const maxSize = 5 * 1024

/**
 * Whether all that an operation does is to revoke one permission (ERC-7710) of its own account: one call of `disableDelegation`, without
 * coins, by an account that has its code already. Only the usual encoding is accepted, without the parts that revoking does not need: each
 * byte of them would cost gas.
 */
export function isRevocation({
  sender,
  callData,
  authorization,
}: Pick<UserOperation, 'sender' | 'callData' | 'authorization'>): boolean {
  // An account that has to be upgraded first has no permission that works.
  if (authorization) return false
  const execute = readExecute(callData)
  const [call, ...others] = execute?.calls ?? []
  if (!execute || execute.isTry || !call || others.length > 0) return false
  const { target, value, callData: data } = call
  if (target !== manager || value !== 0n || size(data) > maxSize) return false
  try {
    const [delegation] = decodeFunctionData({ abi, data }).args
    const caveats = delegation.caveats.map((caveat) => ({ ...caveat, args: '0x' as const }))
    const usual = { ...delegation, caveats, authority: rootAuthority, signature: '0x' as const }
    return (
      delegation.delegator.toLowerCase() === sender &&
      encodeFunctionData({ abi, functionName: 'disableDelegation', args: [usual] }) === data
    )
  } catch {
    // Cannot be decoded.
    return false
  }
}
