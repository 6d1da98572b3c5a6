import { readProperty } from '@portico/protocol'

/** The maximum number of wallets, so that a hostile extension cannot exhaust memory. */
const maxWallets = 1000

/**
 * Watches the wallets that register by the Wallet Standard, earlier or later; in a browser only. Each registered
 * object is passed on once, in the order of registration and unvalidated: callers must not trust it.
 *
 * @param onWallets Called with the whole list: once immediately, then on every change.
 * @returns The function that stops watching.
 * @see https://github.com/wallet-standard/wallet-standard
 * @example
 * import { watchStandardWallets } from '@portico/core'
 * const stop = watchStandardWallets((wallets) => console.log(wallets.length))
 */
export function watchStandardWallets(onWallets: (wallets: readonly object[]) => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const registered = new Set<object>()
  let isReady = false
  let isStopped = false
  const report = () => {
    if (isReady && !isStopped) onWallets([...registered])
  }

  const api = Object.freeze({
    register(...wallets: readonly unknown[]) {
      const added = wallets.filter(
        (wallet): wallet is object =>
          typeof wallet === 'object' &&
          wallet !== null &&
          !registered.has(wallet) &&
          registered.size < maxWallets,
      )
      for (const wallet of added) registered.add(wallet)
      if (added.length > 0) report()
      return () => {
        const removed = added.filter((wallet) => registered.delete(wallet))
        if (removed.length > 0) report()
      }
    },
  })

  function onRegister(event: Event) {
    const callback = readProperty(event, 'detail')
    try {
      if (typeof callback === 'function') callback(api)
    } catch {
      // Ignore a wallet whose registration throws.
    }
  }
  window.addEventListener('wallet-standard:register-wallet', onRegister)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  isReady = true
  report()

  return () => {
    isStopped = true
    window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}
