import { EnvelopeError } from '@portico/server'
import type { Database } from '../src/infra/database/openDatabase.ts'
import type { LiveEnvelope } from '../src/modules/embedded/secrets/createLiveEnvelope.ts'
import { slotPlace } from '../src/modules/embedded/secrets/slotPlace.ts'

/** Everything the gateway stores of a wallet, decrypted with the gateway's own keys. */
export type HeldWallet = {
  walletId: string
  userId: string
  address: string
  epoch: number
  vault: string
  check: string
  confirmNonce: string
  slots: readonly {
    slotId: string
    kind: 'device' | 'auto' | 'code'
    jkt: string | null
    wrap: string
    epoch: number
    /** The gateway's share, decrypted; undefined if its key is not in the ring. */
    share: Uint8Array | undefined
  }[]
}

/**
 * Lists everything an attacker has who took over the gateway with its database and its key ring. The takeover tests start
 * from this list and prove that it opens none of the wallets.
 */
export async function* listHeldWallets({
  database,
  envelope,
}: {
  database: Database
  envelope: LiveEnvelope
}): AsyncGenerator<HeldWallet> {
  const wallets = await database.selectFrom('embedded_wallets').selectAll().orderBy('id').execute()
  for (const wallet of wallets) {
    const rows = await database
      .selectFrom('wallet_slots')
      .selectAll()
      .where('wallet_id', '=', wallet.id)
      .orderBy('slot_id')
      .execute()
    const slots = await Promise.all(
      rows.map(async (row) => ({
        slotId: row.slot_id,
        kind: row.kind,
        jkt: row.jkt,
        wrap: row.wrap,
        epoch: row.epoch,
        share: await envelope
          .open({
            kekId: row.kek_id,
            sealed: row.share,
            place: slotPlace({ walletId: row.wallet_id, slotId: row.slot_id, userId: row.user_id }),
          })
          .catch((error: unknown) => {
            if (error instanceof EnvelopeError) return undefined
            throw error
          }),
      })),
    )
    yield {
      walletId: wallet.id,
      userId: wallet.user_id,
      address: wallet.address,
      epoch: wallet.epoch,
      vault: wallet.vault,
      check: wallet.check_mac,
      confirmNonce: wallet.confirm_nonce,
      slots,
    }
  }
}
