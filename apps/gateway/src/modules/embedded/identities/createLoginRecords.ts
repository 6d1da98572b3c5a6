import type { Database } from '../../../infra/database/openDatabase.ts'
import { sessionLimits } from '../sessions/isLive.ts'

/** How long after a login another one may be added. */
const freshMs = 10 * 60_000

/** Creates the queries of the logins of a user. Call them with the lock of the user. */
export function createLoginRecords({ transaction }: { transaction: Database }) {
  const identitiesOf = (userId: string) =>
    transaction.selectFrom('identities').selectAll().where('user_id', '=', userId)

  /**
   * Whether this key has a live session that began in the last ten minutes with the gateway's own proof, of an identity that is
   * still the user's.
   */
  async function isFresh({
    userId,
    jkt,
    now,
  }: {
    userId: string
    jkt: string
    now: number
  }): Promise<boolean> {
    const session = await transaction
      .selectFrom('wallet_sessions')
      .innerJoin('identities', (join) =>
        join
          .onRef('identities.user_id', '=', 'wallet_sessions.user_id')
          .onRef('identities.way', '=', 'wallet_sessions.way'),
      )
      .select('wallet_sessions.id')
      .where('wallet_sessions.user_id', '=', userId)
      .where('wallet_sessions.jkt', '=', jkt)
      .where('wallet_sessions.introduced_at', '>', now - freshMs)
      .where('wallet_sessions.revoked_at', 'is', null)
      .where('wallet_sessions.expires_at', '>', now)
      .where('wallet_sessions.last_used_at', '>', now - sessionLimits.idleMs)
      .executeTakeFirst()
    return session !== undefined
  }

  async function isHeld({
    userId,
    jkt,
    now,
  }: {
    userId: string
    jkt: string
    now: number
  }): Promise<boolean> {
    const device = await transaction
      .selectFrom('wallet_devices')
      .select('jkt')
      .where('user_id', '=', userId)
      .where('jkt', '=', jkt)
      .where('held_until', '>', now)
      .executeTakeFirst()
    return device !== undefined
  }

  async function hasWallet(userId: string): Promise<boolean> {
    const wallet = await transaction
      .selectFrom('embedded_wallets')
      .select('id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst()
    return wallet !== undefined
  }

  async function endSessions({
    userId,
    way,
    except = '',
    now,
  }: {
    userId: string
    way: string
    except?: string
    now: number
  }): Promise<void> {
    await transaction
      .updateTable('wallet_sessions')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('way', '=', way)
      .where('id', '!=', except)
      .where('revoked_at', 'is', null)
      .execute()
  }

  /** Takes an identity from a user who has no other and no wallet: the login that made the user was not finished. */
  async function takeUnused(userId: string, way: string, now: number): Promise<boolean> {
    if ((await identitiesOf(userId).execute()).length > 1 || (await hasWallet(userId))) return false
    await transaction.deleteFrom('identities').where('user_id', '=', userId).execute()
    await endSessions({ userId, way, now })
    return true
  }

  return {
    /** Returns the ways in which a user logs in, oldest first. */
    list: (userId: string): Promise<{ way: string; created_at: number }[]> =>
      identitiesOf(userId).orderBy('created_at').orderBy('way').execute(),

    /**
     * Whether an identity, which the gateway has just verified for this key, may become another one of the user: only for whom the
     * gateway has verified for the same key within ten minutes, by an identity from before. So whoever controls the vault cannot
     * add an identity to anybody's user. Not while the key is held, and one identity of each way.
     */
    async canAdd({
      userId,
      jkt,
      way,
      owners,
      now,
    }: {
      userId: string
      jkt: string
      way: string
      /** The other users who have the identity. */
      owners: readonly string[]
      now: number
    }): Promise<boolean> {
      const isOther = (await identitiesOf(userId).where('way', '=', way).execute()).length === 0
      const device = { userId, jkt, now }
      if (!isOther || !(await isFresh(device)) || (await isHeld(device))) return false
      for (const owner of owners) if (!(await takeUnused(owner, way, now))) return false
      return true
    },

    /** Removes an identity, and ends the sessions that it opened, but for one. */
    async remove({
      userId,
      way,
      except,
      now,
    }: {
      userId: string
      way: string
      /** ID of the session that asks. */
      except: string
      now: number
    }): Promise<void> {
      await transaction
        .deleteFrom('identities')
        .where('user_id', '=', userId)
        .where('way', '=', way)
        .execute()
      await endSessions({ userId, way, except, now })
    },
  }
}

export type LoginRecords = ReturnType<typeof createLoginRecords>
