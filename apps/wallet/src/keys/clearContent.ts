import type { VaultContent } from './vaultContent.ts'

/** Overwrites the secret of what a wallet holds. */
export function clearContent(content: VaultContent): void {
  const secret = content.kind === 'seed' ? content.entropy : content.privateKey
  secret.fill(0)
}
