import type { Wallet } from '@wallet-standard/base'

/**
 * Registers a wallet by the Wallet Standard: at once with every page that listens, and with each that says later that
 * it is ready. A page that registered it can take it out again, which is what `stop` does.
 *
 * @returns takes the registration back.
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function announceStandardWallet({
  wallet,
  target,
}: {
  wallet: Wallet
  target: EventTarget
}): () => void {
  // A window of jsdom takes only events of its own class.
  const { CustomEvent: EventOfTarget = CustomEvent } = target as { CustomEvent?: typeof CustomEvent }
  const undo = new Set<() => void>()
  function register(api: unknown) {
    const unregister: unknown = (api as { register(...wallets: Wallet[]): unknown }).register(wallet)
    if (typeof unregister === 'function') undo.add(unregister as () => void)
  }
  const onReady = (event: Event) => register((event as CustomEvent).detail)
  target.addEventListener('wallet-standard:app-ready', onReady)
  target.dispatchEvent(new EventOfTarget('wallet-standard:register-wallet', { detail: register }))
  return () => {
    target.removeEventListener('wallet-standard:app-ready', onReady)
    for (const unregister of undo) unregister()
    undo.clear()
  }
}
