import type { SatsConnectProvider } from './createXverseProvider.ts'

/**
 * Puts a provider where Xverse has its own: `XverseProviders.BitcoinProvider`, and the list `btc_providers` (WBIP004).
 *
 * @returns takes it away again.
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
    page.btc_providers = (page.btc_providers ?? []).filter((one) => one !== entry)
    if (page.XverseProviders !== value) return
    if (before) Object.defineProperty(page, 'XverseProviders', before)
    else Reflect.deleteProperty(page, 'XverseProviders')
  }
}
