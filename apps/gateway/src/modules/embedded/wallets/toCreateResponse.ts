import type { CreateWalletResponse } from '@portico/protocol/gateway'
import type { EmbeddedWallet } from './store.ts'

/** Returns the response to a request that creates a wallet, also to a repeated one. */
export function toCreateResponse({ id, status, epoch, confirmNonce }: EmbeddedWallet): CreateWalletResponse {
  return { walletId: id, status: status === 'active' ? status : 'pending', epoch, confirmNonce }
}
