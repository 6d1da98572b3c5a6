import type { WalletAdapter } from './WalletAdapter.ts'
import { wrapAdapter } from './wrapAdapter.ts'

/** States of a wallet that can connect now: installed, or one that needs no installation. */
const ready: readonly unknown[] = ['Installed', 'Loadable', undefined]

/**
 * Wraps wallet adapters as wallets of the Wallet Standard. Calls `onWallets` with those that can be used now, at once and
 * whenever an extension is detected, which adapters do themselves.
 *
 * @returns the function that stops watching.
 */
export function watchAdapters(
  adapters: readonly WalletAdapter[],
  onWallets: (wallets: readonly object[]) => void,
): () => void {
  const wallets = new Map(adapters.map((adapter) => [adapter, wrapAdapter(adapter)]))
  const report = () =>
    onWallets(
      [...wallets].flatMap(([{ readyState }, wallet]) => (ready.includes(readyState) ? [wallet] : [])),
    )
  for (const adapter of adapters) adapter.on('readyStateChange', report)
  report()
  return () => {
    for (const adapter of adapters) adapter.off('readyStateChange', report)
  }
}
