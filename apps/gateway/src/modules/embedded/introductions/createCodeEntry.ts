import { type IntroductionCodeResponse, sealedIntroductionCode } from '@portico/protocol/gateway'
import { type AuditTrail, hashAddress } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import { createAuditedTransaction, type Note } from '../audit/createAuditedTransaction.ts'
import { createDeviceStore } from '../devices/createDeviceStore.ts'
import { createAddressRecords } from '../identities/createAddressRecords.ts'
import { insertSession } from '../sessions/insertSession.ts'
import type { PreparedSession, WalletSessions } from '../sessions/service.ts'
import { admit } from './admit.ts'
import { type CodeRefusal, checkCode } from './checkCode.ts'
import type { ContentCipher, IntroductionContent } from './createContentCipher.ts'
import type { IdentityIndexes, IdentityIndexesOf } from './createIdentityIndexes.ts'
import { createIdentityStore } from './createIdentityStore.ts'
import type { SignIntroduced } from './createIntroducedStatements.ts'
import type { IntroductionCodes } from './createIntroductionCodes.ts'
import type { IntroductionMetrics } from './createIntroductionMetrics.ts'
import { createIntroductionStore, type Introduction } from './createIntroductionStore.ts'
import type { SealedReader } from './createSealedReader.ts'
import { findOwnIntroduction } from './findOwnIntroduction.ts'
import { introductionLocks } from './introductionLocks.ts'
import { toCodeProblem } from './toCodeProblem.ts'

/** What came of a code. */
type Outcome = { opened: PreparedSession; row: Introduction } | { problem: 'identity-mismatch' } | CodeRefusal

/** Creates the last step of an introduction. */
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

  /** Admits the key as the user whom the vault named, and stores a session. Returns undefined if the user is another one. */
  async function openSession({
    transaction,
    note,
    row,
    content: { origin, projectId, device },
    indexes,
    now,
  }: {
    transaction: Transaction<Tables>
    note: Note
    row: Introduction
    content: IntroductionContent
    indexes: IdentityIndexes
    now: number
  }): Promise<PreparedSession | undefined> {
    const { id, jkt } = row
    const identities = createIdentityStore({ database: transaction })
    const addresses = createAddressRecords({ transaction })
    const admission = await admit({ identities, addresses, introduction: row, indexes, now })
    if (admission === 'refused') return undefined
    const userId = row.sub as string
    if (admission === 'moved') await note({ event: 'address-changed', userId, subject: jkt, now })
    const opened = sessions.prepare({
      userId,
      jkt,
      origin,
      projectId,
      authTime: now,
      introducedAt: now,
      assertionId: `introduction ${id}`,
    })
    // A known key keeps what was stated when it was introduced.
    if (device)
      await createDeviceStore({ database: transaction, audit }).put({
        userId,
        jkt,
        heldUntil: (device.heldUntil ?? 0) * 1000,
        since: (device.deviceSince ?? 0) * 1000,
        updatedAt: now,
      })
    await note({ event: 'introduced', userId, subject: jkt, now })
    if (!(await insertSession({ ...opened.row, transaction, note })))
      throw new Error('an introduction was used twice')
    return opened
  }

  /**
   * Verifies a typed code and, if the person may use the key as this user, creates a session.
   *
   * @throws {Problem} `sealed-invalid`, `introduction-expired`, `code-wrong`, `code-burnt`, `code-void` or
   * `identity-mismatch`
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
    const content = await contents.open(before)
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
      const opened = await openSession({ transaction, note, row, content, indexes, now })
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
