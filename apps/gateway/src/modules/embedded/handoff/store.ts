import { createSweep, inTransaction } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'

/** Pending requests per session. A visitor answers them one after the other. */
const maxPending = 8

/** Creates the SQL store of encrypted requests for wallet windows and their answers. Each can be read once. */
export function createHandoffStore({ database }: { database: Database }) {
  const sweep = createSweep({
    database,
    run: (transaction, now) =>
      transaction.deleteFrom('window_mailbox').where('expires_at', '<=', now).execute(),
  })

  return {
    /**
     * Stores a question. Resolves to `used` if the ID exists and to `full` if the session has too many pending
     * questions.
     */
    async put({
      hash,
      sessionId,
      question,
      now,
      expiresAt,
    }: {
      /** Hash of the ID, so that read access to the database is not enough to fetch a question. */
      hash: string
      sessionId: string
      question: string
      now: number
      expiresAt: number
    }): Promise<'stored' | 'used' | 'full'> {
      await sweep(now)
      return inTransaction({
        database,
        locks: [{ key: `window mailbox ${sessionId}` }],
        run: async (transaction) => {
          const pending = await transaction
            .selectFrom('window_mailbox')
            .select('hash')
            .where('session_id', '=', sessionId)
            .where('expires_at', '>', now)
            .execute()
          if (pending.length >= maxPending) return 'full'
          const inserted = await transaction
            .insertInto('window_mailbox')
            .values({ hash, session_id: sessionId, question, expires_at: expiresAt })
            .onConflict((conflict) => conflict.column('hash').doNothing())
            .returning('hash')
            .executeTakeFirst()
          return inserted ? 'stored' : 'used'
        },
      })
    },

    /** Returns the question to the first caller, undefined to all others. */
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

    /** Stores the answer to a question that was read. Resolves to false if it was not read, or is already answered. */
    async answer({ hash, answer, now }: { hash: string; answer: string; now: number }): Promise<boolean> {
      const updated = await database
        .updateTable('window_mailbox')
        .set({ answer })
        .where('hash', '=', hash)
        .where('taken_at', 'is not', null)
        .where('answer', 'is', null)
        .where('expires_at', '>', now)
        .returning('hash')
        .executeTakeFirst()
      return updated !== undefined
    },

    /**
     * Returns the answer and deletes the entry. Resolves to null if there is no answer yet, undefined if there is no
     * entry.
     */
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

export type HandoffStore = ReturnType<typeof createHandoffStore>
