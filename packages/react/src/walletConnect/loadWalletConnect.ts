import type { KitScope } from '../kit/KitContext.ts'

/** Fetches WalletConnect where the application has configured a relay; without it the page works all the same. */
export async function loadWalletConnect(scope: KitScope): Promise<void> {
  const { kit } = scope
  if (!kit.options.walletConnect) return
  try {
    const { startWalletConnect } = await import('./startWalletConnect.ts')
    startWalletConnect(scope)
  } catch (error) {
    kit.logger.error('WalletConnect could not be loaded.', error)
  }
}
