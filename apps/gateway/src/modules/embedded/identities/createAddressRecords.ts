import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'

/** How long the owner of the previous address can undo a change, and nobody else can use that address. */
const revertMs = 72 * 60 * 60_000
/** The clocks of the two servers may differ by this much. */
const clockSkewMs = 60_000
const way = 'email'

/**
 * Creates the queries that change which e-mail address is an identity of a user, and undo it. A user has one e-mail identity.
 * Call them with the locks of the user and the identities.
 */
export function createAddressRecords({ transaction }: { transaction: Database }) {
  const currentOf = (userId: string) =>
    transaction.selectFrom('identities').selectAll().where('user_id', '=', userId).where('way', '=', way)

  /** Whether an address is an identity of somebody, or another user can still change back to it. */
  async function isTaken({
    userId,
    ixs,
    now,
  }: {
    userId: string
    ixs: readonly string[]
    now: number
  }): Promise<boolean> {
    const owner = await transaction
      .selectFrom('identities')
      .select('user_id')
      .where('way', '=', way)
      .where('ix', 'in', ixs)
      .executeTakeFirst()
    return owner !== undefined || (await isReserved({ ixs, now, except: userId }))
  }

  /** Whether a user, other than `except`, can still change back to an address. */
  async function isReserved({
    ixs,
    now,
    except,
  }: {
    ixs: readonly string[]
    now: number
    except: string
  }): Promise<boolean> {
    const row = await transaction
      .selectFrom('address_reverts')
      .select('user_id')
      .where('way', '=', way)
      .where('ix', 'in', ixs)
      .where('user_id', '!=', except)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Deletes the unfinished changes of a user. A finished one stays, so that finishing can be repeated. */
  async function dropPending(userId: string): Promise<void> {
    await transaction
      .deleteFrom('address_changes')
      .where('user_id', '=', userId)
      .where('step', '!=', 'done')
      .execute()
  }

  return {
    isTaken,
    isReserved,

    /**
     * Gives a user another address, in place of the current one, which stays reserved so that its owner can undo the change.
     *
     * @returns false if the address is taken.
     */
    async move({
      change: { id, user_id: userId, tx },
      indexes,
      now,
    }: {
      change: Pick<Tables['address_changes'], 'id' | 'user_id' | 'tx'>
      /** HMACs of the next address, the primary one first. */
      indexes: readonly [{ ix: string; pepperId: string }, ...{ ix: string; pepperId: string }[]]
      now: number
    }): Promise<boolean> {
      const ixs = indexes.map(({ ix }) => ix)
      if (await isTaken({ userId, ixs, now })) return false
      const before = await currentOf(userId).executeTakeFirst()
      if (!before) return false
      const [{ ix, pepperId }] = indexes
      await transaction.deleteFrom('identities').where('way', '=', way).where('ix', '=', before.ix).execute()
      await transaction
        .insertInto('identities')
        .values({ user_id: userId, way, ix, pepper_id: pepperId, created_at: now })
        .execute()
      // The next address may be one that the user had before.
      await transaction
        .deleteFrom('address_reverts')
        .where('user_id', '=', userId)
        .where('ix', 'in', ixs)
        .execute()
      await transaction
        .insertInto('address_reverts')
        .values({
          user_id: userId,
          tx,
          way,
          ix: before.ix,
          pepper_id: before.pepper_id,
          created_at: now,
          expires_at: now + revertMs,
        })
        .execute()
      await transaction
        .updateTable('address_changes')
        .set({ step: 'done', sealed: '', expires_at: now + revertMs })
        .where('id', '=', id)
        .execute()
      await dropPending(userId)
      return true
    },

    /** Whether a device started this change, and before the vault made it at `since`. */
    async wasStarted({
      userId,
      jkt,
      tx,
      since,
    }: {
      userId: string
      jkt: string
      tx: string | undefined
      since: number
    }): Promise<boolean> {
      if (tx === undefined) return false
      const row = await transaction
        .selectFrom('address_changes')
        .select('id')
        .where('user_id', '=', userId)
        .where('jkt', '=', jkt)
        .where('tx', '=', tx)
        .where('created_at', '<=', since + clockSkewMs)
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * Undoes a change and those after it: the user has the previous address again. Works once, within 72 hours. Unfinished
     * changes that were started before `before` end in any case.
     *
     * @returns whether the address was changed.
     */
    async restore({
      userId,
      tx,
      before,
      now,
    }: {
      userId: string
      /** The vault's challenge of the change. */
      tx: string | undefined
      before: number
      now: number
    }): Promise<boolean> {
      await transaction
        .deleteFrom('address_changes')
        .where('user_id', '=', userId)
        .where('created_at', '<', before)
        .where('step', '!=', 'done')
        .execute()
      if (tx === undefined) return false
      const undone = await transaction
        .selectFrom('address_reverts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('tx', '=', tx)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      if (!undone) return false
      await transaction
        .deleteFrom('identities')
        .where('user_id', '=', userId)
        .where('way', '=', way)
        .execute()
      await transaction
        .insertInto('identities')
        .values({ user_id: userId, way, ix: undone.ix, pepper_id: undone.pepper_id, created_at: now })
        .execute()
      await transaction
        .deleteFrom('address_reverts')
        .where('user_id', '=', userId)
        .where('created_at', '>=', undone.created_at)
        .execute()
      // Those before it can still be undone.
      await transaction
        .deleteFrom('address_changes')
        .where('user_id', '=', userId)
        .where('step', '=', 'done')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('address_reverts')
                .select('tx')
                .whereRef('address_reverts.user_id', '=', 'address_changes.user_id')
                .whereRef('address_reverts.tx', '=', 'address_changes.tx'),
            ),
          ),
        )
        .execute()
      return true
    },

    /** Deletes what is over. Unfinished changes contain encrypted addresses, so this runs at every login. */
    async removeExpired(now: number): Promise<void> {
      await transaction.deleteFrom('address_changes').where('expires_at', '<=', now).execute()
      await transaction.deleteFrom('address_reverts').where('expires_at', '<=', now).execute()
    },

    /** Returns the change to this address that a user has proved and the vault has not yet stated to be made. */
    async findProven({
      userId,
      ixs,
      now,
    }: {
      userId: string
      ixs: readonly string[]
      now: number
    }): Promise<Tables['address_changes'] | undefined> {
      return transaction
        .selectFrom('address_changes')
        .selectAll()
        .where('user_id', '=', userId)
        .where('step', '=', 'proven')
        .where('next_ix', 'in', ixs)
        .where('expires_at', '>', now)
        .executeTakeFirst()
    },
  }
}

export type AddressRecords = ReturnType<typeof createAddressRecords>
