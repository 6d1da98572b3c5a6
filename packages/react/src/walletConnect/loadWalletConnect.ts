import type { KitScope } from '../kit/KitContext.ts'

/** Loads WalletConnect if the application configures a relay. A failure is logged only: other wallets still work. */
export async function loadWalletConnect(scope: KitScope): Promise<void> {
  const { kit } = scope
  if (!kit.options.walletConnect) return
  try {
    const { prepareWalletConnect } = await import('./prepareWalletConnect.ts')
    await prepareWalletConnect(scope)
  } catch (error) {
    kit.logger.error('Failed to load WalletConnect.', error)
  }
}
