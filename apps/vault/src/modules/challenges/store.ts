import type { Selectable } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Purpose, Step, Tables } from '../../database/Tables.ts'
import type { EmailIndexes } from '../../secrets/createBlindIndexes.ts'

/** One attempt to prove control of an e-mail address with a link. */
export type Challenge = Selectable<Tables['transactions']>

export type ChallengeStore = {
  find(id: string): Promise<Challenge | undefined>
  /** Returns the newest challenge of a key for an address. */
  findLast(pair: {
    jkt: string
    emailIndexes: EmailIndexes
    purpose: Purpose
  }): Promise<Challenge | undefined>
  /** Returns the challenge that waits for this link. */
  findByLink(linkHash: string, now: number): Promise<Challenge | undefined>
  add(challenge: Challenge): Promise<void>
  /** Returns the digits of a mailbox's challenges that wait for their link, and when each challenge ends. */
  listDigits(mailbox: string, now: number): Promise<{ match_code: string; expires_at: number }[]>
  /**
   * Counts a try before the digits are compared, in a statement of its own, so that concurrent and failing requests count as
   * well. Returns `undefined` if no challenge waits for this link, or none of its tries is left.
   */
  countDigits(guess: { linkHash: string; maxTries: number; now: number }): Promise<Challenge | undefined>
  /** Ends the challenge after too many wrong digits. */
  burn(linkHash: string, now: number): Promise<boolean>
  /** Of concurrent calls, exactly one returns `true`. */
  approve(linkHash: string, now: number): Promise<boolean>
  /** Refuses the challenge. Of concurrent calls, exactly one returns `true`. */
  refuse(linkHash: string, now: number): Promise<boolean>
  setLink(
    id: string,
    link: { linkHash: string; digits: string; sentAt: number; expiresAt: number },
  ): Promise<void>
  /** Sets until when the challenge can be claimed. */
  setExpiry(id: string, expiresAt: number): Promise<void>
  /** Completes a challenge that waits for its claim. Of concurrent calls, exactly one returns the challenge. */
  claim(claim: {
    id: string
    jkt: string
    step: 'known' | 'approved'
    now: number
  }): Promise<Challenge | undefined>
  removeOf(userId: string): Promise<void>
}

/** Creates the store of challenges. Their table is called `transactions`. */
export function createChallengeStore({ database }: { database: Database }): ChallengeStore {
  const rows = () => database.selectFrom('transactions').selectAll()
  const change = (id: string) => database.updateTable('transactions').where('id', '=', id)
  async function spendLink(linkHash: string, step: Step, now: number): Promise<boolean> {
    const { numUpdatedRows } = await database
      .updateTable('transactions')
      .set({ step, link_hash: null })
      .where('link_hash', '=', linkHash)
      .where('step', '=', 'device')
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
  return {
    find: (id) => rows().where('id', '=', id).executeTakeFirst(),
    findLast: ({ jkt, emailIndexes, purpose }) =>
      rows()
        .where('jkt', '=', jkt)
        .where('email_index', 'in', emailIndexes)
        .where('purpose', '=', purpose)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    findByLink: (linkHash, now) =>
      rows()
        .where('link_hash', '=', linkHash)
        .where('step', '=', 'device')
        .where('expires_at', '>', now)
        .executeTakeFirst(),
    async add(challenge) {
      await database.insertInto('transactions').values(challenge).execute()
    },
    listDigits: (mailbox, now) =>
      database
        .selectFrom('transactions')
        .select(['match_code', 'expires_at'])
        .where('mailbox', '=', mailbox)
        .where('step', '=', 'device')
        .where('expires_at', '>', now)
        .orderBy('expires_at')
        .execute(),
    countDigits: ({ linkHash, maxTries, now }) =>
      database
        .updateTable('transactions')
        .set(({ eb }) => ({ digit_tries: eb('digit_tries', '+', 1) }))
        .where('link_hash', '=', linkHash)
        .where('step', '=', 'device')
        .where('digit_tries', '<', maxTries)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    burn: (linkHash, now) => spendLink(linkHash, 'burnt', now),
    approve: (linkHash, now) => spendLink(linkHash, 'approved', now),
    refuse: (linkHash, now) => spendLink(linkHash, 'refused', now),
    async setLink(id, { linkHash, digits, sentAt, expiresAt }) {
      await change(id)
        .set({
          step: 'device',
          link_hash: linkHash,
          match_code: digits,
          sent_at: sentAt,
          expires_at: expiresAt,
        })
        .execute()
    },
    async setExpiry(id, expiresAt) {
      await change(id).set({ expires_at: expiresAt }).execute()
    },
    claim: ({ id, jkt, step, now }) =>
      change(id)
        .set({ step: 'done' })
        .where('jkt', '=', jkt)
        .where('purpose', '=', 'login')
        .where('step', '=', step)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    async removeOf(userId) {
      await database.deleteFrom('transactions').where('user_id', '=', userId).execute()
    },
  }
}
