import { createHash } from 'node:crypto'
import type {
  WindowAnswerRequest,
  WindowAnswerResponse,
  WindowMailboxRequest,
  WindowQuestionRequest,
  WindowQuestionResponse,
} from '@portico/protocol/gateway'
import { HttpProblem } from '../../../http/HttpProblem.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { WindowMailboxStore } from './store.ts'

/** As long as a request waits for the visitor. */
const lifetime = 5 * 60_000

/**
 * Carries a request from a frame to its wallet window, and the answer back, where the browser has cut the two off from each
 * other. Both are sealed under a key that only those two have: this server can lose them, and nothing else.
 */
export function createWindowMailbox({ store, now }: { store: WindowMailboxStore; now: () => number }) {
  const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')

  return {
    /** @throws {HttpProblem} `mailbox-id-used` or `mailbox-full` */
    async put({
      session,
      request: { id, question },
    }: {
      session: WalletSession
      request: WindowQuestionRequest
    }): Promise<void> {
      const at = now()
      const entry = { hash: hashOf(id), sessionId: session.id, question, now: at, expiresAt: at + lifetime }
      const result = await store.put(entry)
      if (result !== 'kept') throw new HttpProblem(result === 'used' ? 'mailbox-id-used' : 'mailbox-full')
    },

    /** The window has no session: it is of another storage than the frame. @throws {HttpProblem} `not-found` */
    async take({ id }: WindowMailboxRequest): Promise<WindowQuestionResponse> {
      const question = await store.take({ hash: hashOf(id), now: now() })
      if (question === undefined) throw new HttpProblem('not-found')
      return { question }
    },

    /** @throws {HttpProblem} `not-found` where no question was taken, or one was answered before */
    async answer({ id, answer }: WindowAnswerRequest): Promise<void> {
      const isKept = await store.answer({ hash: hashOf(id), answer, now: now() })
      if (!isKept) throw new HttpProblem('not-found')
    },

    /** @throws {HttpProblem} `not-found` for another session's, and after five minutes */
    async collect({
      session,
      request: { id },
    }: {
      session: WalletSession
      request: WindowMailboxRequest
    }): Promise<WindowAnswerResponse> {
      const answer = await store.collect({ hash: hashOf(id), sessionId: session.id, now: now() })
      if (answer === undefined) throw new HttpProblem('not-found')
      return answer === null ? {} : { answer }
    },

    /** Nobody wants the answer any more; what is not there is no failure. */
    async drop({
      session,
      request: { id },
    }: {
      session: WalletSession
      request: WindowMailboxRequest
    }): Promise<void> {
      await store.drop({ hash: hashOf(id), sessionId: session.id })
    },
  }
}
