import { randomBytes } from 'node:crypto'
import {
  type IntroductionRequest,
  type IntroductionResponse,
  sealedIntroduction,
} from '@portico/protocol/gateway'
import { inTransaction } from '@portico/server'
import { type MailQueue, normalizeEmail } from '@portico/server/mail'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { RequirePage } from '../sessions/createRequirePage.ts'
import type { CodeMail } from './composeCodeMail.ts'
import type { ContentCipher, EmailContent } from './createContentCipher.ts'
import type { IdentityIndexesOf } from './createIdentityIndexes.ts'
import { createIdentityStore } from './createIdentityStore.ts'
import type { IntroductionCodes } from './createIntroductionCodes.ts'
import { createIntroductionStore, type Introduction } from './createIntroductionStore.ts'
import type { SealedReader } from './createSealedReader.ts'
import { lifetimeMs } from './introductionLimits.ts'
import { introductionLocks } from './introductionLocks.ts'

/** Creates the first step of an introduction. */
export function createIntroductionStart({
  database,
  contents,
  codes,
  readSealed,
  indexesOf,
  requirePage,
  mailQueue,
  sweep,
  now: clock,
}: {
  database: Database
  contents: ContentCipher
  codes: IntroductionCodes
  readSealed: SealedReader
  indexesOf: IdentityIndexesOf
  requirePage: RequirePage
  mailQueue: Pick<MailQueue<CodeMail>, 'kick'>
  /** Deletes what is over. */
  sweep: (now: number) => Promise<void>
  now: () => number
}) {
  /**
   * Starts an introduction. Mails a code at once if this key is known; otherwise nothing is mailed before the vault has
   * verified the address, so that strangers cannot make the gateway send mails.
   *
   * @throws {Problem} `sealed-invalid`, `email-invalid`, `invalid-key`, `origin-not-allowed`, `rate-limited` or `busy`
   */
  return async ({
    request: { way, sealed },
    jkt,
  }: {
    request: IntroductionRequest
    jkt: string
  }): Promise<IntroductionResponse> => {
    const {
      email: input,
      origin,
      projectId,
      language,
      tx,
      jkt: sealedJkt,
    } = await readSealed(sealed, sealedIntroduction)
    // The key that signed the proof of this request must be the one that encrypted the content.
    if (sealedJkt !== jkt) throw new Problem('sealed-invalid')
    const email = normalizeEmail(input)
    if (email === undefined) throw new Problem('email-invalid')
    requirePage({ origin, projectId })
    const indexes = indexesOf({ way, subject: email })
    const id = randomBytes(32).toString('base64url')
    const content: EmailContent = {
      way,
      email,
      origin,
      projectId,
      ...(language === undefined ? {} : { language }),
    }
    const { kekId, sealed: ownSealed } = await contents.seal(id, content)
    const now = clock()
    await sweep(now)
    const answer = await inTransaction({
      database,
      locks: introductionLocks({ id, way, indexes }),
      run: async (transaction) => {
        const identities = createIdentityStore({ database: transaction })
        const known = await identities.findKnown({ way, indexes, jkt })
        const row: Introduction = {
          id,
          jkt,
          way,
          challenge: null,
          ix: indexes[0].ix,
          tx,
          sub: known ?? null,
          assertion_id: null,
          step: 'assertion',
          format: known === undefined ? await codes.newKeyFormat(transaction, now) : 'digits',
          code_mac: null,
          sent_at: null,
          tries: 0,
          window_jkt: null,
          sealed: ownSealed,
          kek_id: kekId,
          used_at: null,
          expires_at: now + lifetimeMs,
        }
        await createIntroductionStore({ database: transaction }).add(row)
        if (known !== undefined) {
          await codes.countIntroduction(transaction, row, now)
          await codes.send(transaction, row, content, now)
        }
        return { id, known: known !== undefined, format: row.format }
      },
    })
    if (answer.known) mailQueue.kick()
    return answer
  }
}
