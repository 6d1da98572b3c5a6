import type { Database } from '../../database/openDatabase.ts'

/** Stream tickets, by the hash of their text. */
export type StreamTicketStore = {
  add(ticket: { hash: string; projectId: string; expiresAt: number; now: number }): Promise<void>
  /** Takes the ticket away and says whose it was. Of two calls at once one gets it. */
  consume(ticket: { hash: string; now: number }): Promise<string | undefined>
}

/** Stream tickets in SQL. */
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
      const taken = await database
        .deleteFrom('stream_tickets')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .returning('project_id')
        .executeTakeFirst()
      return taken?.project_id
    },
  }
}
