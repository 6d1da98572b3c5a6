import type { Tables } from '../../../infra/database/Tables.ts'
import type { EmbeddedWallet } from './store.ts'

/** Returns the database row of a new wallet. */
export function walletToRow(wallet: EmbeddedWallet): Tables['embedded_wallets'] {
  return {
    id: wallet.id,
    user_id: wallet.userId,
    position: wallet.position,
    status: wallet.status,
    epoch: wallet.epoch,
    vault: wallet.vault,
    check_mac: wallet.check,
    address: wallet.address,
    content_hash: wallet.contentHash,
    confirm_nonce: wallet.confirmNonce,
    receipt_digest: null,
    created_at: wallet.createdAt,
    confirmed_at: null,
  }
}
