import { createEmbeddedProvider } from './createEmbeddedProvider.ts'
import type { EmbeddedOptions } from './EmbeddedOptions.ts'
import type { EmbeddedProvider } from './EmbeddedProvider.ts'
import { getEmbeddedInfo } from './getEmbeddedInfo.ts'

/** An announced wallet. */
export interface Announcement {
  provider: EmbeddedProvider
  /** Stops answering kits that ask for wallets. Those that list this one already keep it. */
  stop(): void
}

const announcements = new Map<string, Announcement>()

/**
 * Announces the embedded wallet to every wallet kit of the page (EIP-6963), which then lists it by its name and icon. Its
 * reverse domain name is that of `walletUrl`. Call it in the browser, at any time; a second call for the same wallet
 * returns the first announcement. On a server, nothing is announced.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6963
 * @example
 * import { announceEmbedded } from '@portico/embedded'
 *
 * announceEmbedded({
 *   walletUrl: 'https://wallet.example.org',
 *   gatewayUrl: 'https://gateway.example.org',
 *   projectId: 'my-app',
 *   name: 'Example wallet',
 * })
 */
export function announceEmbedded(options: EmbeddedOptions): Announcement {
  if (typeof window === 'undefined') return { provider: createEmbeddedProvider(options), stop() {} }
  const details = getEmbeddedInfo(options)
  const { rdns } = details
  const existing = announcements.get(rdns)
  if (existing) return existing
  const provider = createEmbeddedProvider(options)
  const info = Object.freeze({ uuid: crypto.randomUUID(), ...details })
  const detail = Object.freeze({ info, provider })
  const announce = () => void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  const announcement = {
    provider,
    stop() {
      window.removeEventListener('eip6963:requestProvider', announce)
      announcements.delete(rdns)
    },
  }
  announcements.set(rdns, announcement)
  return announcement
}
