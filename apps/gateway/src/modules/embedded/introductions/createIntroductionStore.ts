import type { Sealed } from '@portico/server'
import type { Selectable } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { createMailedCodeStore } from './createMailedCodeStore.ts'

/** An attempt to introduce a key. Times are in milliseconds since the epoch. */
export type Introduction = Selectable<Tables['introductions']>

/** Creates the SQL store of introductions. `database` may be a transaction. */
export function createIntroductionStore({ database }: { database: Database }) {
  const change = (id: string) => database.updateTable('introductions').where('id', '=', id)

  return {
    ...createMailedCodeStore({ database, table: 'introductions' }),

    async add(row: Introduction): Promise<void> {
      await database.insertInto('introductions').values(row).execute()
    },

    async find(id: string): Promise<Introduction | undefined> {
      return database.selectFrom('introductions').selectAll().where('id', '=', id).executeTakeFirst()
    },

    async isAssertionUsed(assertionId: string): Promise<boolean> {
      const row = await database
        .selectFrom('introductions')
        .select('id')
        .where('assertion_id', '=', assertionId)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Stores what the vault's assertion states. A constraint makes assertions single-use. */
    async setSubject({
      id,
      sub,
      assertionId,
      content: { sealed, kekId },
    }: {
      id: string
      sub: string
      assertionId: string
      content: Sealed
    }): Promise<void> {
      await change(id).set({ sub, assertion_id: assertionId, sealed, kek_id: kekId }).execute()
    },

    /** Replaces the encrypted content. */
    async setContent({ id, content: { sealed, kekId } }: { id: string; content: Sealed }): Promise<void> {
      await change(id).set({ sealed, kek_id: kekId }).execute()
    },

    /** Enters the step in which a code was mailed. */
    async awaitCode(id: string): Promise<void> {
      await change(id).set({ step: 'code' }).execute()
    },

    /** Ends an introduction, which invalidates its code and deletes its address. */
    async finish({ id, now }: { id: string; now: number }): Promise<void> {
      await change(id).set({ used_at: now, code_mac: null, sealed: '' }).execute()
    },

    /** Ends an introduction by a social login. A constraint makes assertions single-use. */
    async finishSocial({
      id,
      sub,
      assertionId,
      now,
    }: {
      id: string
      sub: string
      assertionId: string
      now: number
    }): Promise<void> {
      await change(id).set({ sub, assertion_id: assertionId, used_at: now, sealed: '' }).execute()
    },

    async removeExpired(now: number): Promise<void> {
      await database.deleteFrom('introductions').where('expires_at', '<=', now).execute()
    },
  }
}
