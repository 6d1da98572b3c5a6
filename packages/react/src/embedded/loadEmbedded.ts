import type { Embedded } from '@portico/core/embedded'
import type { KitScope } from '../kit/KitContext.ts'

/**
 * Fetches the embedded wallet's part of the page, with its first use.
 *
 * @throws where it cannot be fetched, or the application has set no `walletUrl`
 */
export async function loadEmbedded(scope: KitScope): Promise<Embedded> {
  const { startScope } = await import('./startScope.ts')
  const embedded = startScope(scope)
  if (!embedded) throw new Error('Login by e-mail needs `walletUrl` and an Ethereum adapter.')
  return embedded
}
