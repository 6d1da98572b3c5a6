import type { Wallet } from '@wallet-standard/base'

/**
 * Registers a wallet through the Wallet Standard: now with every listening app, and later with each app that becomes
 * ready.
 *
 * @returns a function that unregisters the wallet.
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function announceStandardWallet({
  wallet,
  target,
}: {
  wallet: Wallet
  target: EventTarget
}): () => void {
  // A jsdom window accepts only events of its own class.
  const { CustomEvent: EventOfTarget = CustomEvent } = target as { CustomEvent?: typeof CustomEvent }
  const unregisterFunctions = new Set<() => void>()
  function register(api: unknown) {
    const unregister: unknown = (api as { register(...wallets: Wallet[]): unknown }).register(wallet)
    if (typeof unregister === 'function') unregisterFunctions.add(unregister as () => void)
  }
  const onReady = (event: Event) => register((event as CustomEvent).detail)
  target.addEventListener('wallet-standard:app-ready', onReady)
  target.dispatchEvent(new EventOfTarget('wallet-standard:register-wallet', { detail: register }))
  return () => {
    target.removeEventListener('wallet-standard:app-ready', onReady)
    for (const unregister of unregisterFunctions) unregister()
    unregisterFunctions.clear()
  }
}
