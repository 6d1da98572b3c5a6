import { announceEmbedded, type EmbeddedOptions } from '@portico/embedded'
import type { AppKitOptions } from '@portico/react'

/**
 * Announces the embedded wallet as an application does that has another wallet kit. The demo's own kit lists it beside its
 * own login by e-mail.
 */
export function announceEmbeddedWallet({
  walletUrl = '',
  gatewayUrl,
  projectId,
  networks,
  metadata,
}: AppKitOptions): void {
  const [first, ...others] = networks.filter(({ chainNamespace = 'eip155' }) => chainNamespace === 'eip155')
  if (!first) return
  const evmNetworks: EmbeddedOptions['networks'] = [first, ...others]
  announceEmbedded({
    ...{ walletUrl, gatewayUrl, projectId, metadata },
    networks: evmNetworks,
    name: 'E-mail wallet',
  })
}
