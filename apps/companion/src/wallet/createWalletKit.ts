import { type IWalletKit, WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import type { ICore } from '@walletconnect/types'
import { provideBuffer } from './nodeBuffer.ts'

/**
 * Creates a third-party wallet client, so that the companion tests the protocol and not only our interpretation of it.
 * Pinned to the last release under Apache-2.0. It connects to our relay only.
 */
export async function createWalletKit({ relayUrl }: { relayUrl: string }): Promise<IWalletKit> {
  provideBuffer()
  const core = new Core({
    relayUrl,
    projectId: 'local',
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: 'companion',
  })
  // Disable telemetry and the Verify service, which would contact the vendor's hosts.
  Object.assign(core.eventClient, { init: async () => {} })
  Object.assign(core.verify, { resolve: async () => undefined })
  return WalletKit.init({
    core: core as ICore,
    metadata: {
      name: 'Companion Wallet',
      description: 'A wallet in a web page, for trying WalletConnect.',
      url: location.origin,
      icons: [],
    },
  })
}
