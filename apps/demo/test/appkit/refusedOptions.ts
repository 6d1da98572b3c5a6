// Options of AppKit that are refused on purpose, because they would have no effect: docs/decisions/0030.
import { BitcoinAdapter } from '@portico/bitcoin'
import type { ChainAdapter, CreateAppKit } from '@portico/react'
import { InformalMessenger } from '@portico/siwx'
import { SolanaAdapter } from '@portico/solana'
import { networks } from './networks.ts'

export const refusedOptions: CreateAppKit[] = [
  // @ts-expect-error a service of AppKit's vendor
  { networks, projectId: 'project', features: { smartSessions: true } },
  // @ts-expect-error a service of AppKit's vendor
  { networks, projectId: 'project', features: { reownAuthentication: true } },
  // @ts-expect-error there is no vendor's SDK to configure
  { networks, projectId: 'project', coinbasePreference: 'all' },
  // @ts-expect-error the kit has its own client of WalletConnect
  { networks, projectId: 'project', universalProvider: {} },
]

export const refusedAdapters: ChainAdapter[] = [
  // @ts-expect-error the kit does not announce its own wallets to other libraries
  new SolanaAdapter({ registerWalletStandard: true }),
  // @ts-expect-error an object that only fetches unspent outputs: `esploraUrls` instead
  new BitcoinAdapter({ api: {} }),
]

export const refusedMessenger = new InformalMessenger({
  domain: 'app.example',
  uri: 'https://app.example',
  getNonce: async () => 'nonce',
  // @ts-expect-error always on
  clearChainIdNamespace: true,
})
