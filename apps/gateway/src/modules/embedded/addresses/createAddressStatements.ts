import type { AddressChangeStatement } from '@portico/protocol/gateway'
import { createVaultSigner } from '../introductions/createVaultSigner.ts'

/**
 * Creates a function that signs the gateway's statement for the vault: the person with both addresses, which were mailed a
 * code, uses this key. It names the vault's challenge, so it is worth nothing for another change.
 */
export function createAddressStatements(parameters: Parameters<typeof createVaultSigner>[0]) {
  const sign = createVaultSigner(parameters)
  return (claims: Pick<AddressChangeStatement, 'sub' | 'jkt' | 'tx' | 'from' | 'address'>): Promise<string> =>
    sign('address-change+jwt', claims)
}

export type SignAddressChange = ReturnType<typeof createAddressStatements>
