import { createHash, randomBytes } from 'node:crypto'
import type { StreamTicketResponse } from '@portico/protocol/gateway'
import type { StreamTicketStore } from './store.ts'

/** Single-use tickets that open a stream instead of a project ID: URLs are logged in more places than headers. */
export type StreamTickets = {
  issue(project: { projectId: string }): Promise<StreamTicketResponse>
  /** Uses a ticket. Returns its project ID, or undefined if it is unknown, expired or used. */
  use(ticket: string): Promise<string | undefined>
}

const lifetime = 60_000

/** Creates tickets, valid for one minute, in the database shared by all processes. */
export function createStreamTickets({
  store,
  now = Date.now,
}: {
  store: StreamTicketStore
  now?: () => number
}): StreamTickets {
  const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')
  return {
    async issue({ projectId }) {
      const ticket = randomBytes(24).toString('base64url')
      const expiresAt = now() + lifetime
      // Only the hash is stored, so that read access to the database does not allow opening a stream.
      await store.add({ hash: hashOf(ticket), projectId, expiresAt, now: now() })
      return { ticket, expiresAt }
    },
    use: (ticket) => store.consume({ hash: hashOf(ticket), now: now() }),
  }
}
