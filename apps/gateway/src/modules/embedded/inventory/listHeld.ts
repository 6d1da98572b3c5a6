import { EnvelopeError } from '@portico/server'
import type { Database } from '../../../database/openDatabase.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../slots/slotPlace.ts'

/** Everything this server holds of a wallet, with its own keys used. */
export type Held = {
  walletId: string
  userId: string
  address: string
  epoch: number
  vault: string
  check: string
  confirmNonce: string
  slots: readonly {
    slotId: string
    kind: 'device' | 'auto'
    jkt: string | null
    wrap: string
    epoch: number
    /** Our half, decrypted. */
    share: Uint8Array | undefined
  }[]
}

/**
 * Lists all that somebody has who took over this server: its database and its ring of keys. It is what the drill begins
 * with that shows that none of the wallets opens with it.
 */
export async function* listHeld({
  database,
  envelope,
}: {
  database: Database
  envelope: LiveEnvelope
}): AsyncGenerator<Held> {
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
