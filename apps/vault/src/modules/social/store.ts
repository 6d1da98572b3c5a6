import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Sealed, SocialStep, Tables } from '../../database/Tables.ts'

/** One login at a provider of social logins. */
export type SocialLogin = Selectable<Tables['socials']>

/** The step before a claim: an account at Farcaster is verified in the claim itself. */
export type ClaimableStep = Extract<SocialStep, 'pending' | 'done'>

export type SocialStore = {
  find(tx: string): Promise<SocialLogin | undefined>
  add(login: Insertable<Tables['socials']>): Promise<void>
  /** Uses a ticket and binds its login to the page's key. Of concurrent calls, exactly one returns the login. */
  open(call: {
    ticketHash: string
    windowJkt: string
    rPage: string
    now: number
    expiresAt: number
  }): Promise<SocialLogin | undefined>
  /** Begins the exchange of the code. Of concurrent calls, exactly one returns the login. */
  beginExchange(call: {
    tx: string
    windowJkt: string
    now: number
    expiresAt: number
  }): Promise<SocialLogin | undefined>
  /** Ends the exchange. */
  end(
    tx: string,
    result: Sealed & { step: Extract<SocialStep, 'done' | 'refused' | 'failed'>; expires_at: number },
  ): Promise<void>
  /** Replaces the handle of a verified login. */
  setHandle(call: { tx: string; handleHash: string }): Promise<void>
  /** Ends a login whose handle another key has presented. */
  refuseHandle(call: { handleHash: string; jkt: string }): Promise<void>
  /**
   * Claims a verified login, which is at the step `from`, and stores its account without the ID token. Of concurrent calls, exactly
   * one returns the login.
   */
  claim(
    call: Sealed & { tx: string; jkt: string; from: ClaimableStep; now: number },
  ): Promise<SocialLogin | undefined>
  /** Ends a login with Farcaster whose message was refused. */
  refuse(tx: string): Promise<void>
  /** Returns a login that this key has claimed. */
  findClaimed(call: { tx: string; jkt: string; now: number }): Promise<SocialLogin | undefined>
}

/** Creates the store of social logins. */
export function createSocialStore({ database }: { database: Database }): SocialStore {
  const change = () => database.updateTable('socials')
  return {
    find: (tx) => database.selectFrom('socials').selectAll().where('tx', '=', tx).executeTakeFirst(),
    async add(login) {
      await database.insertInto('socials').values(login).execute()
    },
    open: ({ ticketHash, windowJkt, rPage, now, expiresAt }) =>
      change()
        .set({
          step: 'opened',
          ticket_hash: null,
          window_jkt: windowJkt,
          r_page: rPage,
          expires_at: expiresAt,
        })
        .where('ticket_hash', '=', ticketHash)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    beginExchange: ({ tx, windowJkt, now, expiresAt }) =>
      change()
        .set({ step: 'exchanging', expires_at: expiresAt })
        .where('tx', '=', tx)
        .where('window_jkt', '=', windowJkt)
        .where('step', '=', 'opened')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    async end(tx, result) {
      await change().set(result).where('tx', '=', tx).where('step', '=', 'exchanging').execute()
    },
    async setHandle({ tx, handleHash }) {
      await change()
        .set({ handle_hash: handleHash })
        .where('tx', '=', tx)
        .where('step', '=', 'done')
        .execute()
    },
    async refuseHandle({ handleHash, jkt }) {
      await change()
        .set({ step: 'failed' })
        .where('handle_hash', '=', handleHash)
        .where('jkt', '!=', jkt)
        .where('step', '=', 'done')
        .execute()
    },
    claim: ({ tx, jkt, from, now, sealed, kek_id }) =>
      change()
        .set({ step: 'claimed', sealed, kek_id })
        .where('tx', '=', tx)
        .where('jkt', '=', jkt)
        .where('step', '=', from)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    async refuse(tx) {
      await change().set({ step: 'failed' }).where('tx', '=', tx).where('step', '=', 'pending').execute()
    },
    findClaimed: ({ tx, jkt, now }) =>
      database
        .selectFrom('socials')
        .selectAll()
        .where('tx', '=', tx)
        .where('jkt', '=', jkt)
        .where('step', '=', 'claimed')
        .where('expires_at', '>', now)
        .executeTakeFirst(),
  }
}
