import { type IWalletKit, WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import type { ICore } from '@walletconnect/types'
import { provideBuffer } from './nodeBuffer.ts'

/**
 * A wallet's client that we have not written, so that what is tried here is the protocol and not our reading of it.
 * Pinned to the last release under Apache-2.0; speaks to our relay alone.
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
  // Each start is told to one host of its vendor's, and another is asked about each application.
  Object.assign(core.eventClient, { init: async () => {} })
  Object.assign(core.verify, { resolve: async () => undefined })
  return WalletKit.init({
    core: core as ICore,
    metadata: {
      name: 'Companion Wallet',
      description: 'A wallet in a page, for trying WalletConnect.',
      url: location.origin,
      icons: [],
    },
  })
}
