import { delegatorContracts } from '@portico/protocol/smartAccount'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { TestCall } from './startSponsoredChain.ts'

const { DelegationManager } = delegatorContracts
const abi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
  'function enableDelegation(Delegation delegation)',
])

/** A permission of an account, as the wallet revokes it; with changes, as it does not. */
function delegationOf(delegator: Hex, changes: object = {}) {
  return {
    delegate: `0x${'de'.repeat(20)}` as Hex,
    delegator,
    authority: `0x${'ff'.repeat(32)}` as Hex,
    caveats: [
      { enforcer: `0x${'ca'.repeat(20)}` as Hex, terms: `0x${'07'.repeat(32)}` as Hex, args: '0x' as Hex },
    ],
    salt: 1n,
    signature: '0x' as Hex,
    ...changes,
  }
}

/** The call that revokes a permission. */
export function revoke(
  delegator: Hex,
  changes: object = {},
  functionName: 'disableDelegation' | 'enableDelegation' = 'disableDelegation',
): TestCall {
  return {
    target: DelegationManager as Hex,
    callData: encodeFunctionData({ abi, functionName, args: [delegationOf(delegator, changes)] }),
  }
}
