/** The types of permissions that the wallet grants, with the rules that it enforces (ERC-7715). */
export const permissionTypes: Readonly<Record<string, readonly string[]>> = {
  'native-token-transfer': ['expiry', 'token-allowance'],
  'native-token-periodic': ['expiry'],
  'erc20-token-transfer': ['expiry', 'token-allowance'],
  'erc20-token-periodic': ['expiry'],
  'contract-call': ['expiry', 'call-limit'],
}
