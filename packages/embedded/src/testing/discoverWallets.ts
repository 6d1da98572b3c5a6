import type { EmbeddedProvider } from '../EmbeddedProvider.ts'

interface Announced {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: EmbeddedProvider
}

/** Lists wallets as a kit does by EIP-6963: each `uuid` once. */
export function discoverWallets(): { wallets: Announced[] } {
  const wallets: Announced[] = []
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { detail } = event as CustomEvent<Announced>
    if (!wallets.some(({ info }) => info.uuid === detail.info.uuid)) wallets.push(detail)
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return { wallets }
}
