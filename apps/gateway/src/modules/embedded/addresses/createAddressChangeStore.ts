import type { Selectable } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { createMailedCodeStore } from '../introductions/createMailedCodeStore.ts'

/**
 * A change of address. It waits for the code of the current address (`old`), for the vault's link (`confirmed`), for the code
 * of the next address (`new`), or for the vault to change the address (`proven`). Times are in milliseconds since epoch.
 */
export type AddressChange = Selectable<Tables['address_changes']>

/** Creates the SQL store of changes of address. `database` may be a transaction. */
export function createAddressChangeStore({ database }: { database: Database }) {
  const change = (id: string) => database.updateTable('address_changes').where('id', '=', id)

  return {
    ...createMailedCodeStore({ database, table: 'address_changes' }),

    async add(row: AddressChange): Promise<void> {
      await database.insertInto('address_changes').values(row).execute()
    },

    async find(id: string): Promise<AddressChange | undefined> {
      return database.selectFrom('address_changes').selectAll().where('id', '=', id).executeTakeFirst()
    },

    /** Enters a step, which invalidates the code of the previous one and has tries of its own. */
    async setStep({
      id,
      step,
      expiresAt,
    }: {
      id: string
      step: AddressChange['step']
      expiresAt: number
    }): Promise<void> {
      await change(id).set({ step, code_mac: null, tries: 0, expires_at: expiresAt }).execute()
    },

    async remove(id: string): Promise<void> {
      await database.deleteFrom('address_changes').where('id', '=', id).execute()
    },
  }
}
