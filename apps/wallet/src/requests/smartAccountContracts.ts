import { delegatorContracts } from '@portico/protocol/smartAccount'

/**
 * Contracts of the smart accounts that an account of this wallet may be upgraded to (EIP-7702), by address in lower case. What an
 * account signs for them or does at them today would bind it after the upgrade, so requests that involve them are refused.
 */
export const smartAccountContracts: Readonly<Record<string, string>> = {
  [delegatorContracts.EntryPoint.toLowerCase()]: 'EntryPoint 0.7',
  [delegatorContracts.EIP7702StatelessDeleGator.toLowerCase()]: 'EIP7702StatelessDeleGator',
  [delegatorContracts.DelegationManager.toLowerCase()]: 'DelegationManager',
}
