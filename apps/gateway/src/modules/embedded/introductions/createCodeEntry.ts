import { type IntroductionCodeResponse, sealedIntroductionCode } from '@portico/protocol/gateway'
import { type AuditTrail, hashAddress } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import type { PreparedSession, WalletSessions } from '../sessions/service.ts'
import { type CodeRefusal, checkCode } from './checkCode.ts'
import type { ContentCipher } from './createContentCipher.ts'
import type { IdentityIndexesOf } from './createIdentityIndexes.ts'
import type { SignIntroduced } from './createIntroducedStatements.ts'
import type { IntroductionCodes } from './createIntroductionCodes.ts'
import type { IntroductionMetrics } from './createIntroductionMetrics.ts'
import { createIntroductionStore, type Introduction } from './createIntroductionStore.ts'
import type { SealedReader } from './createSealedReader.ts'
import { createSessionOpener } from './createSessionOpener.ts'
import { findOwnIntroduction } from './findOwnIntroduction.ts'
import { introductionLocks } from './introductionLocks.ts'
import { toCodeProblem } from './toCodeProblem.ts'

/** What came of a code. */
type Outcome = { opened: PreparedSession; row: Introduction } | { problem: 'identity-mismatch' } | CodeRefusal

/** Creates the last step of an introduction by a mailed code. */
export function createCodeEntry({
  database,
  audit,
  contents,
  codes,
  readSealed,
  indexesOf,
  signIntroduced,
  sessions,
  metrics,
  now: clock,
}: {
  database: Database
  audit: AuditTrail<Tables>
  contents: ContentCipher
  codes: IntroductionCodes
  readSealed: SealedReader
  indexesOf: IdentityIndexesOf
  signIntroduced: SignIntroduced
  sessions: Pick<WalletSessions, 'prepare' | 'respond'>
  metrics: Pick<IntroductionMetrics, 'onCode'>
  now: () => number
}) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const openSession = createSessionOpener({ audit, sessions })

  /**
   * Verifies a typed code and, if the person may use the key as this user, creates a session.
   *
   * @throws {Problem} `sealed-invalid`, `introduction-expired`, `introduction-mismatch`, `code-wrong`, `code-burnt`,
   * `code-void` or `identity-mismatch`
   */
  return async ({
    id,
    sealed,
    jkt,
  }: {
    id: string
    sealed: string
    jkt: string
  }): Promise<IntroductionCodeResponse> => {
    const typed = await readSealed(sealed, sealedIntroductionCode)
    if (typed.jkt !== jkt || typed.id !== id) throw new Problem('sealed-invalid')
    const before = await findOwnIntroduction({ database, id, jkt, now: clock() })
    const content = await contents.openEmail(before)
    const indexes = indexesOf({ way: before.way, subject: content.email })
    const locks = [
      ...introductionLocks({ id, way: before.way, indexes }),
      { key: `user ${before.sub ?? ''}` },
    ]
    const outcome = await inAuditedTransaction(async (transaction, note): Promise<Outcome> => {
      const store = createIntroductionStore({ database: transaction })
      const now = clock()
      const row = await store.find(id)
      if (!row || row.sub !== before.sub || row.expires_at <= now) return { problem: 'code-expired' }
      const refusal = await checkCode({
        transaction,
        row,
        countTry: () => store.countTry(id),
        isRight: () => codes.isRight(row, typed.code),
        now,
      })
      if (refusal) return refusal
      await store.finish({ id, now })
      await codes.refundIntroduction(transaction, row)
      const opened = await openSession({
        transaction,
        note,
        introduction: row,
        page: content,
        device: content.device,
        indexes,
        now,
      })
      return opened ? { opened, row } : { problem: 'identity-mismatch' }
    }, locks)
    // Throw outside the transaction: an error inside would roll back the counted try.
    if ('problem' in outcome) {
      metrics.onCode(outcome.problem === 'code-expired' ? 'introduction-expired' : outcome.problem)
      if (outcome.problem === 'identity-mismatch') throw new Problem('identity-mismatch')
      throw toCodeProblem(outcome, 'introduction-expired')
    }
    metrics.onCode('accepted')
    const { opened, row } = outcome
    const introduced = await signIntroduced({
      sub: row.sub as string,
      jkt,
      tx: row.tx,
      way: 'email',
      address: hashAddress({ tx: row.tx, email: content.email }),
    })
    return { ...(await sessions.respond(opened)), introduced }
  }
}
