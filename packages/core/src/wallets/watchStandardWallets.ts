import { readProperty } from '@portico/protocol'

/** Enough for every honest page; a hostile wallet must not fill the memory. */
const limit = 1000

/**
 * Hears of the wallets that register by the Wallet Standard, before or after; browser only. What is registered is
 * given on as it is, each object once, in its order: nothing of it may be trusted.
 *
 * @param onWallets called with the whole list, at once and on every change.
 * @returns the end of it.
 * @see https://github.com/wallet-standard/wallet-standard
 * @example
 * import { watchStandardWallets } from '@portico/core'
 * const stop = watchStandardWallets((wallets) => console.log(wallets.length))
 */
export function watchStandardWallets(onWallets: (wallets: readonly object[]) => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const registered = new Set<object>()
  let isReady = false
  let isOver = false
  const report = () => {
    if (isReady && !isOver) onWallets([...registered])
  }

  const api = Object.freeze({
    register(...wallets: readonly unknown[]) {
      const fresh = wallets.filter(
        (wallet): wallet is object =>
          typeof wallet === 'object' && wallet !== null && !registered.has(wallet) && registered.size < limit,
      )
      for (const wallet of fresh) registered.add(wallet)
      if (fresh.length > 0) report()
      return () => {
        const gone = fresh.filter((wallet) => registered.delete(wallet))
        if (gone.length > 0) report()
      }
    },
  })

  function onRegister(event: Event) {
    const callback = readProperty(event, 'detail')
    try {
      if (typeof callback === 'function') callback(api)
    } catch {
      // A wallet that fails to introduce itself is not there.
    }
  }
  window.addEventListener('wallet-standard:register-wallet', onRegister)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  isReady = true
  report()

  return () => {
    isOver = true
    window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}
