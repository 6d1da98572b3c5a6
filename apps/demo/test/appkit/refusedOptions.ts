// Options of AppKit that are refused on purpose, because they would have no effect: docs/decisions/0030.
import { BitcoinAdapter } from '@portico/bitcoin'
import type { ChainAdapter } from '@portico/react'
import { InformalMessenger } from '@portico/siwx'
import { SolanaAdapter } from '@portico/solana'

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
  // @ts-expect-error always on: only `true` is accepted
  clearChainIdNamespace: false,
})
