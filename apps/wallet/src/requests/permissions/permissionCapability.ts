import { permissionTypes } from './permissionTypes.ts'

/** What `wallet_getCapabilities` says about permissions, with the names of both versions of ERC-7715. */
export const permissionCapability = {
  supported: true,
  signerTypes: ['account'],
  permissionTypes: Object.keys(permissionTypes),
  ruleTypes: [...new Set(Object.values(permissionTypes).flat())],
  policyTypes: ['token-allowance', 'call-limit'],
}
