import type { Selectable } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Sealed, Tables } from '../../database/Tables.ts'
import type { EmailIndexes } from '../../secrets/createBlindIndexes.ts'

/** An account at a provider of social logins, with which a user logs in. */
export type Identity = Selectable<Tables['identities']>

/** The plaintext of `sealed`. `email` is the verified address that notices go to if the user has no address. */
export type IdentityContent = { subject: string; email?: string | undefined }

export type IdentityStore = {
  find(indexes: EmailIndexes): Promise<Identity | undefined>
  listOf(userId: string): Promise<Identity[]>
  add(identity: Identity): Promise<void>
  setContent(identity: Pick<Identity, 'user_id' | 'provider'>, content: Sealed): Promise<void>
  /** Records that the gateway has verified the account, too. */
  confirm(identity: Pick<Identity, 'user_id' | 'provider'>, now: number): Promise<void>
  /** Gives an identity to another user. */
  move(identity: Pick<Identity, 'user_id' | 'provider'>, to: Sealed & { user_id: string }): Promise<void>
  remove(identity: Pick<Identity, 'user_id' | 'provider'>): Promise<void>
}

/** Creates the store of identities. */
export function createIdentityStore({ database }: { database: Database }): IdentityStore {
  const identities = () => database.selectFrom('identities').selectAll()
  const change = ({ user_id, provider }: Pick<Identity, 'user_id' | 'provider'>) =>
    database.updateTable('identities').where('user_id', '=', user_id).where('provider', '=', provider)
  return {
    find: (indexes) => identities().where('ix', 'in', indexes).executeTakeFirst(),
    listOf: (userId) => identities().where('user_id', '=', userId).orderBy('provider').execute(),
    async add(identity) {
      await database.insertInto('identities').values(identity).execute()
    },
    async setContent(identity, { sealed, kek_id }) {
      await change(identity).set({ sealed, kek_id }).execute()
    },
    async confirm(identity, now) {
      await change(identity).set({ confirmed_at: now }).where('confirmed_at', 'is', null).execute()
    },
    async move(identity, { user_id, sealed, kek_id }) {
      await change(identity).set({ user_id, sealed, kek_id }).execute()
    },
    async remove({ user_id, provider }) {
      await database
        .deleteFrom('identities')
        .where('user_id', '=', user_id)
        .where('provider', '=', provider)
        .execute()
    },
  }
}
