import type { Database } from '../../../infra/database/openDatabase.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { changePlace } from './createChangeCipher.ts'

/**
 * Rewraps the unfinished changes of address with the primary key of the ring, as proven ones wait for the vault. It can be
 * interrupted and repeated, like `rotateSlots`.
 */
export async function rotateAddressChanges({
  database,
  envelope,
}: {
  database: Database
  envelope: LiveEnvelope
}): Promise<void> {
  const rows = await database
    .selectFrom('address_changes')
    .select(['id', 'kek_id', 'sealed'])
    .where('kek_id', '!=', await envelope.primary())
    .where('sealed', '!=', '')
    .execute()
  for (const { id, kek_id: kekId, sealed } of rows) {
    const next = await envelope.rewrap({ kekId, sealed, place: changePlace(id) })
    await database
      .updateTable('address_changes')
      .set({ kek_id: next.kekId, sealed: next.sealed })
      .where('id', '=', id)
      .where('sealed', '=', sealed)
      .execute()
  }
}
