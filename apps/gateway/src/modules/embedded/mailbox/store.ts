import { createSweep, inTransaction } from '@portico/server'
import type { Database } from '../../../database/openDatabase.ts'

/** Requests of one session that wait at once: a visitor answers one after the other. */
const mostOpen = 8

/** Sealed requests for wallet windows and their answers, in SQL. Each is given out once, whoever asks at the same time. */
export function createWindowMailboxStore({ database }: { database: Database }) {
  const sweep = createSweep({
    database,
    run: (transaction, now) =>
      transaction.deleteFrom('window_mailbox').where('expires_at', '<=', now).execute(),
  })

  return {
    /** Keeps a question; says why, if it does not. */
    async put({
      hash,
      sessionId,
      question,
      now,
      expiresAt,
    }: {
      /** Of the id: the database alone must not be enough to ask for an entry. */
      hash: string
      sessionId: string
      question: string
      now: number
      expiresAt: number
    }): Promise<'kept' | 'used' | 'full'> {
      await sweep(now)
      return inTransaction({
        database,
        locks: [{ key: `window mailbox ${sessionId}` }],
        run: async (transaction) => {
          const open = await transaction
            .selectFrom('window_mailbox')
            .select('hash')
            .where('session_id', '=', sessionId)
            .where('expires_at', '>', now)
            .execute()
          if (open.length >= mostOpen) return 'full'
          const kept = await transaction
            .insertInto('window_mailbox')
            .values({ hash, session_id: sessionId, question, expires_at: expiresAt })
            .onConflict((conflict) => conflict.column('hash').doNothing())
            .returning('hash')
            .executeTakeFirst()
          return kept ? 'kept' : 'used'
        },
      })
    },

    /** The question, to the first who asks. */
    async take({ hash, now }: { hash: string; now: number }): Promise<string | undefined> {
      const taken = await database
        .updateTable('window_mailbox')
        .set({ taken_at: now })
        .where('hash', '=', hash)
        .where('taken_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('question')
        .executeTakeFirst()
      return taken?.question
    },

    /** Keeps the first answer to a question that was taken; false for any other. */
    async answer({ hash, answer, now }: { hash: string; answer: string; now: number }): Promise<boolean> {
      const kept = await database
        .updateTable('window_mailbox')
        .set({ answer })
        .where('hash', '=', hash)
        .where('taken_at', 'is not', null)
        .where('answer', 'is', null)
        .where('expires_at', '>', now)
        .returning('hash')
        .executeTakeFirst()
      return kept !== undefined
    },

    /** The answer, with which the entry ends; null while there is none, undefined where there is no entry. */
    async collect({
      hash,
      sessionId,
      now,
    }: {
      hash: string
      sessionId: string
      now: number
    }): Promise<string | null | undefined> {
      const collected = await database
        .deleteFrom('window_mailbox')
        .where('hash', '=', hash)
        .where('session_id', '=', sessionId)
        .where('answer', 'is not', null)
        .where('expires_at', '>', now)
        .returning('answer')
        .executeTakeFirst()
      if (collected) return collected.answer
      const waiting = await database
        .selectFrom('window_mailbox')
        .select('hash')
        .where('hash', '=', hash)
        .where('session_id', '=', sessionId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return waiting ? null : undefined
    },

    async drop({ hash, sessionId }: { hash: string; sessionId: string }): Promise<void> {
      await database
        .deleteFrom('window_mailbox')
        .where('hash', '=', hash)
        .where('session_id', '=', sessionId)
        .execute()
    },
  }
}

export type WindowMailboxStore = ReturnType<typeof createWindowMailboxStore>
