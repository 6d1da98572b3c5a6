import { createHash, randomBytes } from 'node:crypto'
import type { StreamTicketResponse } from '@portico/protocol/gateway'
import type { StreamTicketStore } from './store.ts'

/** Tickets that open a stream in place of the project: an address is seen by more eyes than a header. */
export type StreamTickets = {
  issue(project: { projectId: string }): Promise<StreamTicketResponse>
  /** The project, if the ticket is one, is not a minute old and was not used. */
  use(ticket: string): Promise<string | undefined>
}

const lifetime = 60_000

/** Tickets in the database, where every process finds them. */
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
      // The hash alone is kept: whoever reads the database cannot open a stream with it.
      await store.add({ hash: hashOf(ticket), projectId, expiresAt, now: now() })
      return { ticket, expiresAt }
    },
    use: (ticket) => store.consume({ hash: hashOf(ticket), now: now() }),
  }
}
