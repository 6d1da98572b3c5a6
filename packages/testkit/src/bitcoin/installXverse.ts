import type { SatsConnectProvider } from './satsConnect.ts'

/**
 * Installs a provider where Xverse installs its own: `XverseProviders.BitcoinProvider`, and the list `btc_providers`
 * (WBIP004).
 *
 * @returns a function that removes it.
 * @see https://wbips.netlify.app/wbips/WBIP004
 */
export function installXverse({
  provider,
  icon,
  target,
}: {
  provider: SatsConnectProvider
  icon: string
  target: object
}): () => void {
  const page = target as { XverseProviders?: object; btc_providers?: unknown[] }
  const before = Object.getOwnPropertyDescriptor(page, 'XverseProviders')
  const entry = { id: 'XverseProviders.BitcoinProvider', name: 'Xverse', icon, methods: [] }
  const value = { ...page.XverseProviders, BitcoinProvider: provider }
  Reflect.defineProperty(page, 'XverseProviders', { value, configurable: true, writable: true })
  if (!Array.isArray(page.btc_providers)) page.btc_providers = []
  page.btc_providers.push(entry)
  return () => {
    page.btc_providers = (page.btc_providers ?? []).filter((other) => other !== entry)
    if (page.XverseProviders !== value) return
    if (before) Object.defineProperty(page, 'XverseProviders', before)
    else Reflect.deleteProperty(page, 'XverseProviders')
  }
}
