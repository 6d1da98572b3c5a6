/**
 * Contracts of the smart accounts that an account of this wallet may be upgraded to (EIP-7702), by address in lower case. What an
 * account signs for them or does at them today would bind it after the upgrade, so requests that involve them are refused.
 */
export const smartAccountContracts: Readonly<Record<string, string>> = {
  '0x0000000071727de22e5e9d8baf0edac6f37da032': 'EntryPoint 0.7',
  '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b': 'EIP7702StatelessDeleGator',
  '0xdb9b1e94b5b69df7e401ddbede43491141047db3': 'DelegationManager',
}
