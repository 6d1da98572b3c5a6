import { randomBytes } from 'node:crypto'
import type {
  SecondFinishRequest,
  SecondFinishResponse,
  SecondOpenRequest,
  SecondOpenResponse,
} from '@portico/protocol/gateway'
import { type SocialProvider, socialVerifierFields } from '@portico/protocol/social'
import { hashFields, inTransaction, type Log } from '@portico/server'
import { type AccountReader, isRefusal } from '@portico/server/social'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { ContentCipher, SecondLeg, SocialContent } from './createContentCipher.ts'
import { createIntroductionStore } from './createIntroductionStore.ts'

/** What a step of the leg makes of the content; `answer` is returned. */
type Step<answer> = { next?: SecondLeg; answer: answer }

/**
 * Creates the gateway's own leg of a login at a provider without ID tokens. The wallet's page, which has a key of its own, brings a
 * code that only the gateway can exchange. Of the account only its ID is kept, encrypted, and no token.
 */
export function createSecondLeg({
  database,
  contents,
  accounts,
  log,
  now: clock,
}: {
  database: Database
  contents: ContentCipher
  accounts: AccountReader
  log: Log
  now: () => number
}) {
  /**
   * Runs one step on the content of an introduction that is not over. Of concurrent calls one is first.
   *
   * @throws {Problem} `introduction-expired` or `introduction-mismatch`
   */
  function change<answer>(id: string, step: (content: SocialContent) => Step<answer>): Promise<answer> {
    return inTransaction({
      database,
      locks: [{ key: `introduction ${id}` }],
      run: async (transaction) => {
        const store = createIntroductionStore({ database: transaction })
        const row = await store.find(id)
        if (!row || row.used_at !== null || row.expires_at <= clock())
          throw new Problem('introduction-expired')
        const content = await contents.openSocial(row)
        const { next, answer } = step(content)
        if (next)
          await store.setContent({ id, content: await contents.seal(id, { ...content, second: next }) })
        return answer
      },
    })
  }

  /** Exchanges the code; undefined if the provider refuses it. */
  async function readSubject(
    provider: SocialProvider,
    verifier: string,
    params: SecondFinishRequest['params'],
  ): Promise<string | undefined> {
    if (params.code === undefined || params.error !== undefined) return undefined
    try {
      return (await accounts.read({ provider, params, verifier })).subject
    } catch (error) {
      // Only its name and code: the message and the cause may contain tokens.
      const { name, code } = error as Error & { code?: string }
      log.warn({ upstream: provider, reason: code ?? name }, 'social login failed')
      return undefined
    }
  }

  return {
    /** Opens the leg, once, for the key `jkt` of the page. The ID, which only the frame and its page know, is the permission. */
    openSecond({
      id,
      rPage,
      jkt,
    }: SecondOpenRequest & { id: string; jkt: string }): Promise<SecondOpenResponse> {
      return change(id, ({ way: provider, second }) => {
        if (provider === 'farcaster' || !accounts.isConfigured(provider))
          throw new Problem('introduction-mismatch')
        if (second) throw new Problem('introduction-expired')
        const rServer = randomBytes(32).toString('base64url')
        const verifier = hashFields(...socialVerifierFields({ server: 'gateway', provider, rServer, rPage }))
        return { next: { jkt, step: 'opened', verifier }, answer: { rServer } }
      })
    },

    /** Verifies the account at the provider. A repeated request gets the same answer; the code is exchanged once. */
    async finishSecond({
      id,
      params,
      jkt,
    }: SecondFinishRequest & { id: string; jkt: string }): Promise<SecondFinishResponse> {
      const begun = await change(
        id,
        ({ way, second }): Step<SecondFinishResponse | { verifier: string; way: SocialProvider }> => {
          if (way === 'farcaster' || second?.jkt !== jkt || second.step === 'exchanging')
            throw new Problem('introduction-expired')
          if (second.step !== 'opened') return { answer: { status: second.step } }
          // Before the exchange: a code is sent to the provider once, whatever happens.
          return { next: { jkt, step: 'exchanging' }, answer: { verifier: second.verifier, way } }
        },
      )
      if ('status' in begun) return begun
      const subject = await readSubject(begun.way, begun.verifier, params)
      const ended: SecondLeg & { step: 'done' | 'refused' | 'failed' } =
        subject !== undefined
          ? { jkt, step: 'done', subject }
          : { jkt, step: isRefusal(params.error) ? 'refused' : 'failed' }
      return change(id, () => ({ next: ended, answer: { status: ended.step } }))
    },
  }
}
