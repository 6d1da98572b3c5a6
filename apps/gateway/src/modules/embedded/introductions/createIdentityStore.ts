import type { Database } from '../../../infra/database/openDatabase.ts'
import type { IdentityIndex, IdentityIndexes } from './createIdentityIndexes.ts'

/** Creates the SQL store of identities and introduced keys. `database` may be a transaction. */
export function createIdentityStore({ database }: { database: Database }) {
  const ixs = (indexes: IdentityIndexes): string[] => indexes.map(({ ix }) => ix)

  return {
    /** Returns the rows of an identity: one at most, unless two processes used different peppers. */
    async findOwners({
      way,
      indexes,
    }: {
      way: string
      indexes: IdentityIndexes
    }): Promise<{ userId: string; ix: string }[]> {
      const rows = await database
        .selectFrom('identities')
        .select(['user_id', 'ix'])
        .where('way', '=', way)
        .where('ix', 'in', ixs(indexes))
        .execute()
      return rows.map(({ user_id, ix }) => ({ userId: user_id, ix }))
    },

    /**
     * Returns the user who has an identity, provided that this key has been introduced as that user. One query, so that its
     * duration does not depend on whether the identity exists.
     */
    async findKnown({
      way,
      indexes,
      jkt,
    }: {
      way: string
      indexes: IdentityIndexes
      jkt: string
    }): Promise<string | undefined> {
      const row = await database
        .selectFrom('identities')
        .innerJoin('introduced_keys', 'introduced_keys.user_id', 'identities.user_id')
        .select('identities.user_id')
        .where('identities.way', '=', way)
        .where('identities.ix', 'in', ixs(indexes))
        .where('introduced_keys.jkt', '=', jkt)
        .executeTakeFirst()
      return row?.user_id
    },

    async isIntroduced({ userId, jkt }: { userId: string; jkt: string }): Promise<boolean> {
      const row = await database
        .selectFrom('introduced_keys')
        .select('at')
        .where('user_id', '=', userId)
        .where('jkt', '=', jkt)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Whether the gateway can verify a user itself. */
    async hasIdentity(userId: string): Promise<boolean> {
      const row = await database
        .selectFrom('identities')
        .select('ix')
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Whether nothing is stored for a user: no identity, key, session, slot or wallet. */
    async hasNothing(userId: string): Promise<boolean> {
      const tables = [
        'identities',
        'introduced_keys',
        'wallet_sessions',
        'wallet_slots',
        'embedded_wallets',
      ] as const
      for (const table of tables) {
        const row = await database
          .selectFrom(table)
          .select('user_id')
          .where('user_id', '=', userId)
          .limit(1)
          .executeTakeFirst()
        if (row) return false
      }
      return true
    },

    /** Stores the first identity of a user. */
    async bind({
      userId,
      way,
      index: { ix, pepperId },
      now,
    }: {
      userId: string
      way: string
      index: IdentityIndex
      now: number
    }): Promise<void> {
      await database
        .insertInto('identities')
        .values({ user_id: userId, way, ix, pepper_id: pepperId, created_at: now })
        .execute()
    },

    /** Stores an identity under another pepper. */
    async rewrite({ way, from, to }: { way: string; from: string; to: IdentityIndex }): Promise<void> {
      await database
        .updateTable('identities')
        .set({ ix: to.ix, pepper_id: to.pepperId })
        .where('way', '=', way)
        .where('ix', '=', from)
        .execute()
    },

    /** Records the key that was introduced as a new user. */
    async found({ userId, jkt }: { userId: string; jkt: string }): Promise<void> {
      await database
        .insertInto('founding_keys')
        .values({ user_id: userId, jkt })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ jkt }))
        .execute()
    },

    /** Records that a key has been introduced as a user. The time of its first introduction stays. */
    async introduce({
      userId,
      jkt,
      way,
      now,
    }: {
      userId: string
      jkt: string
      way: string
      now: number
    }): Promise<void> {
      await database
        .insertInto('introduced_keys')
        .values({ user_id: userId, jkt, way, at: now })
        .onConflict((conflict) => conflict.columns(['user_id', 'jkt']).doNothing())
        .execute()
    },
  }
}

export type IdentityStore = ReturnType<typeof createIdentityStore>
