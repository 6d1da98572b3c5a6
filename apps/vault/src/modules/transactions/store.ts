import type { Selectable } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Purpose, Step, Tables } from '../../database/Tables.ts'
import type { EmailIndexes } from '../../secrets/createBlinds.ts'

/** One attempt to prove a mailbox. */
export type EmailTransaction = Selectable<Tables['transactions']>

export type TransactionStore = {
  find(id: string): Promise<EmailTransaction | undefined>
  /** The newest of a key for an address. */
  findLast(pair: {
    jkt: string
    emailIndexes: EmailIndexes
    purpose: Purpose
  }): Promise<EmailTransaction | undefined>
  /** One that waits for its link. */
  findByLink(linkHash: string, now: number): Promise<EmailTransaction | undefined>
  add(transaction: EmailTransaction): Promise<void>
  /** From the link to the code, once: of two at once one hears `true`. */
  approve(linkHash: string, now: number): Promise<boolean>
  /** From the link to its end, once. */
  refuse(linkHash: string, now: number): Promise<boolean>
  setLink(id: string, link: { linkHash: string; sentAt: number; expiresAt: number }): Promise<void>
  setCode(id: string, code: { mac: string; sentAt: number; expiresAt: number }): Promise<void>
  /**
   * Counts a guess before anybody looks at it, so that many at once are many guesses.
   *
   * @returns nothing if there is none, it has ended, or all guesses are used up.
   */
  countTry(guess: {
    id: string
    jkt: string
    purpose: Purpose
    most: number
    now: number
  }): Promise<EmailTransaction | undefined>
  /** Ends it: its code works no more. */
  finish(id: string): Promise<void>
  removeOf(userId: string): Promise<void>
}

/** Transactions of e-mail: what was asked, by which key, and how far it got. */
export function createTransactionStore({ database }: { database: Database }): TransactionStore {
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
    async add(transaction) {
      await database.insertInto('transactions').values(transaction).execute()
    },
    approve: (linkHash, now) => spendLink(linkHash, 'code', now),
    refuse: (linkHash, now) => spendLink(linkHash, 'refused', now),
    async setLink(id, { linkHash, sentAt, expiresAt }) {
      await change(id).set({ link_hash: linkHash, sent_at: sentAt, expires_at: expiresAt }).execute()
    },
    async setCode(id, { mac, sentAt, expiresAt }) {
      await change(id)
        .set({ step: 'code', code_mac: mac, link_hash: null, sent_at: sentAt, expires_at: expiresAt })
        .execute()
    },
    countTry: ({ id, jkt, purpose, most, now }) =>
      change(id)
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('jkt', '=', jkt)
        .where('purpose', '=', purpose)
        .where('step', '=', 'code')
        .where('tries', '<', most)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    async finish(id) {
      await change(id).set({ step: 'done', code_mac: null }).execute()
    },
    async removeOf(userId) {
      await database.deleteFrom('transactions').where('user_id', '=', userId).execute()
    },
  }
}
