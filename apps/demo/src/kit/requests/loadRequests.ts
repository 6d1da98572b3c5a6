import type { PublicState } from '@portico/react'
import type { WalletRequests } from './ConnectedWallet.ts'

/** Loads the requests of a namespace on first use. */
export const loadRequests = {
  eip155: async () => (await import('./eip155.ts')).requests as WalletRequests,
  solana: async () => (await import('./solana.ts')).requests as WalletRequests,
  bip122: async () => (await import('./bip122.ts')).requests as WalletRequests,
} satisfies Record<PublicState['activeChain'], () => Promise<WalletRequests>>
