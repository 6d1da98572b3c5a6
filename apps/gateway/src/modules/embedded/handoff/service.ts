import { createHash } from 'node:crypto'
import type {
  HandoffAnswerRequest,
  HandoffAnswerResponse,
  HandoffQuestionRequest,
  HandoffQuestionResponse,
  HandoffRequest,
} from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { HandoffStore } from './store.ts'

/** The same time that the wallet waits for the visitor to answer a request. */
const lifetimeMs = 5 * 60_000

/**
 * Creates the service that passes a request from the wallet frame to the wallet window and the answer back, for pages
 * on which the browser isolates the two. Both are encrypted with a key that only frame and window have: the gateway
 * could drop messages, but neither read nor change them.
 */
export function createHandoffs({ store, now }: { store: HandoffStore; now: () => number }) {
  const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')

  return {
    /**
     * Stores a request for the window.
     *
     * @throws {Problem} `mailbox-id-used` or `mailbox-full`
     */
    async put({
      session,
      request: { id, question },
    }: {
      session: WalletSession
      request: HandoffQuestionRequest
    }): Promise<void> {
      const at = now()
      const entry = { hash: hashOf(id), sessionId: session.id, question, now: at, expiresAt: at + lifetimeMs }
      const result = await store.put(entry)
      if (result !== 'stored') throw new Problem(result === 'used' ? 'mailbox-id-used' : 'mailbox-full')
    },

    /**
     * Returns the request, once. Needs no session: the window cannot read the frame's storage.
     *
     * @throws {Problem} `not-found`
     */
    async take({ id }: HandoffRequest): Promise<HandoffQuestionResponse> {
      const question = await store.take({ hash: hashOf(id), now: now() })
      if (question === undefined) throw new Problem('not-found')
      return { question }
    },

    /**
     * Stores the window's answer.
     *
     * @throws {Problem} `not-found` if the request was not read, or was answered before.
     */
    async answer({ id, answer }: HandoffAnswerRequest): Promise<void> {
      const isStored = await store.answer({ hash: hashOf(id), answer, now: now() })
      if (!isStored) throw new Problem('not-found')
    },

    /**
     * Returns the answer, if there is one, and deletes the handoff with it.
     *
     * @throws {Problem} `not-found` for a request of another session, and after five minutes.
     */
    async collect({
      session,
      request: { id },
    }: {
      session: WalletSession
      request: HandoffRequest
    }): Promise<HandoffAnswerResponse> {
      const answer = await store.collect({ hash: hashOf(id), sessionId: session.id, now: now() })
      if (answer === undefined) throw new Problem('not-found')
      return answer === null ? {} : { answer }
    },

    /** Deletes a request. Does nothing if it does not exist. */
    async drop({
      session,
      request: { id },
    }: {
      session: WalletSession
      request: HandoffRequest
    }): Promise<void> {
      await store.drop({ hash: hashOf(id), sessionId: session.id })
    },
  }
}
