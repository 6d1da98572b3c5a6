import type { IntroducedStatement } from '@portico/protocol/gateway'
import { createVaultSigner } from './createVaultSigner.ts'

/**
 * Creates a function that signs the gateway's statement for the vault: a key was introduced as a user, by a code mailed to
 * this address. It names the vault's challenge, so it is worth nothing for another login.
 */
export function createIntroducedStatements(parameters: Parameters<typeof createVaultSigner>[0]) {
  const sign = createVaultSigner(parameters)
  return (claims: Pick<IntroducedStatement, 'sub' | 'jkt' | 'tx' | 'way' | 'address'>): Promise<string> =>
    sign('introduced+jwt', claims)
}

export type SignIntroduced = ReturnType<typeof createIntroducedStatements>
