import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import { encodeFunctionData, parseAbi } from 'viem/utils'

/**
 * The call of the transaction that turns smart-account features off. Every permission of this wallet depends on the account's number at
 * this contract, so raising it ends them all, and they stay void if the features are turned on again.
 */
export const turnOffCall = {
  to: enforcerContracts.NonceEnforcer,
  value: 0n,
  data: encodeFunctionData({
    abi: parseAbi(['function incrementNonce(address delegationManager)']),
    args: [delegatorContracts.DelegationManager],
  }),
} as const
