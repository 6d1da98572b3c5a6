import type { Database } from '../../infra/database/openDatabase.ts'

/** Stores stream tickets by their hash. */
export type StreamTicketStore = {
  add(ticket: { hash: string; projectId: string; expiresAt: number; now: number }): Promise<void>
  /** Removes the ticket and returns its project ID. Of two concurrent calls, only one gets it. */
  consume(ticket: { hash: string; now: number }): Promise<string | undefined>
}

/** Creates the ticket store in SQL. */
export function createStreamTicketStore({ database }: { database: Database }): StreamTicketStore {
  return {
    async add({ hash, projectId, expiresAt, now }) {
      await database.deleteFrom('stream_tickets').where('expires_at', '<=', now).execute()
      await database
        .insertInto('stream_tickets')
        .values({ hash, project_id: projectId, expires_at: expiresAt })
        .execute()
    },
    async consume({ hash, now }) {
      const ticket = await database
        .deleteFrom('stream_tickets')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .returning('project_id')
        .executeTakeFirst()
      return ticket?.project_id
    },
  }
}
