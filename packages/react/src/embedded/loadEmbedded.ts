import type { Embedded } from '@portico/core/embedded'
import type { KitScope } from '../kit/KitContext.ts'

/**
 * Loads and starts the embedded wallet on first use.
 *
 * @throws if its code cannot be loaded, or the application sets no `walletUrl` or has no adapter for Ethereum or Solana
 */
export async function loadEmbedded(scope: KitScope): Promise<Embedded> {
  const { startEmbeddedWallet } = await import('./startEmbeddedWallet.ts')
  const embedded = startEmbeddedWallet(scope)
  if (!embedded)
    throw new Error('E-mail login needs the `walletUrl` option and an adapter for Ethereum or Solana.')
  return embedded
}
