import { createHash, randomBytes } from 'node:crypto'
import {
  type IntroductionCodeFormat,
  type IntroductionCodeResponse,
  type IntroductionMailResponse,
  type IntroductionRequest,
  type IntroductionResponse,
  sealedIntroduction,
  sealedIntroductionCode,
} from '@portico/protocol/gateway'
import {
  type AuditTrail,
  createSweep,
  hashAddress,
  inTransaction,
  type Lock,
  retryLater,
} from '@portico/server'
import { type MailQueue, normalizeEmail } from '@portico/server/mail'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import { createDeviceStore } from '../devices/createDeviceStore.ts'
import { createAddressRecords } from '../identities/createAddressRecords.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { RequirePage } from '../sessions/createRequirePage.ts'
import { insertSession } from '../sessions/insertSession.ts'
import type { PreparedSession, WalletSessions } from '../sessions/service.ts'
import { admit } from './admit.ts'
import type { CodeMail } from './composeCodeMail.ts'
import { createContentCipher, type IntroductionContent } from './createContentCipher.ts'
import { createGuessingBreaker } from './createGuessingBreaker.ts'
import type { IdentityIndexes, IdentityIndexesOf } from './createIdentityIndexes.ts'
import { createIdentityStore } from './createIdentityStore.ts'
import type { SignIntroduced } from './createIntroducedStatements.ts'
import { createIntroductionCodes } from './createIntroductionCodes.ts'
import type { IntroductionMetrics } from './createIntroductionMetrics.ts'
import { createIntroductionStore, type Introduction } from './createIntroductionStore.ts'
import type { SealedReader } from './createSealedReader.ts'
import { codeLifetimeMs, lifetimeMs, maxTries, resendMs } from './introductionLimits.ts'

/** What came of a code. */
type Outcome =
  | { opened: PreparedSession; row: Introduction }
  | { problem: 'introduction-expired' | 'code-burnt' | 'code-void' | 'identity-mismatch' }
  | { problem: 'code-wrong'; triesLeft: number }

/**
 * Creates the service that introduces keys of the wallet's frame: the gateway mails a code itself, so that the vault alone
 * can log in as nobody.
 *
 * @param codeSecret HMAC key of codes.
 * @param perDay see `createIntroductionCodes`.
 */
export function createIntroductions({
  database,
  audit,
  envelope,
  readSealed,
  codeSecret,
  indexesOf,
  statements,
  signIntroduced,
  sessions,
  requirePage,
  mailQueue,
  metrics,
  perDay,
  now: clock,
}: {
  database: Database
  audit: AuditTrail<Tables>
  envelope: LiveEnvelope
  readSealed: SealedReader
  codeSecret: Uint8Array
  indexesOf: IdentityIndexesOf
  statements: VaultStatements
  signIntroduced: SignIntroduced
  sessions: Pick<WalletSessions, 'prepare' | 'respond'>
  requirePage: RequirePage
  mailQueue: Pick<MailQueue<CodeMail>, 'add' | 'kick'>
  metrics: IntroductionMetrics
  perDay: number
  now: () => number
}) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const sweep = createSweep({
    database,
    run: async (transaction, now) => {
      await createIntroductionStore({ database: transaction }).removeExpired(now)
      await createGuessingBreaker({ database: transaction }).removeOld(now)
      await createAddressRecords({ transaction }).removeExpired(now)
      await transaction.deleteFrom('uses').where('expires_at', '<=', now).execute()
    },
  })

  const contents = createContentCipher({ envelope })
  const codes = createIntroductionCodes({ codeSecret, mailQueue, perDay })

  const locksOf = (id: string, way: string, indexes: IdentityIndexes): Lock[] => [
    { key: `introduction ${id}` },
    ...indexes.map(({ ix }) => ({ key: `identity ${way} ${ix}` })),
  ]

  /** Returns an introduction that belongs to this key and is not over. */
  async function findOwn(from: Database, { id, jkt }: { id: string; jkt: string }): Promise<Introduction> {
    const row = await createIntroductionStore({ database: from }).find(id)
    if (!row || row.jkt !== jkt || row.used_at !== null || row.expires_at <= clock())
      throw new Problem('introduction-expired')
    return row
  }

  const toMailResponse = (format: IntroductionCodeFormat): IntroductionMailResponse => ({
    format,
    resendAfter: resendMs / 1000,
  })

  return {
    /**
     * Starts an introduction. Mails a code at once if this key is known; otherwise nothing is mailed before the vault has
     * verified the address, so that strangers cannot make the gateway send mails.
     *
     * @throws {Problem} `sealed-invalid`, `email-invalid`, `invalid-key`, `origin-not-allowed`, `rate-limited` or `busy`
     */
    async start({
      request: { way, sealed },
      jkt,
    }: {
      request: IntroductionRequest
      jkt: string
    }): Promise<IntroductionResponse> {
      const {
        email: input,
        origin,
        projectId,
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
      const content: IntroductionContent = { email, origin, projectId }
      const { kekId, sealed: ownSealed } = await contents.seal(id, content)
      const now = clock()
      await sweep(now)
      const answer = await inTransaction({
        database,
        locks: locksOf(id, way, indexes),
        run: async (transaction) => {
          const identities = createIdentityStore({ database: transaction })
          const owner = await identities.findKnown({ way, indexes, jkt })
          // A known key that has used up its codes of six digits is introduced like a new one, so that nobody is locked out.
          const isAllowed = await codes.isKeyAllowed(transaction, { ix: indexes[0].ix, way, jkt }, now)
          const known = isAllowed ? owner : undefined
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
    },

    /**
     * Mails the code to the address that the vault has verified. Repeating the request has no effect.
     *
     * @throws {Problem} `introduction-expired`, `introduction-mismatch`, `assertion-invalid`, `assertion-expired`,
     * `assertion-used`, `jwt-not-yet-valid`, `vault-unavailable`, `rate-limited` or `busy`
     */
    async mail({
      id,
      assertion,
      jkt,
    }: {
      id: string
      assertion: string
      jkt: string
    }): Promise<IntroductionMailResponse> {
      const claims = await statements.readAssertion(assertion)
      if (claims.jkt !== jkt) throw new Problem('assertion-invalid')
      const before = await findOwn(database, { id, jkt })
      const content = await contents.open(before)
      const { email, origin, projectId } = content
      const isSame =
        claims.method === before.way &&
        claims.tx === before.tx &&
        claims.address === hashAddress({ tx: before.tx, email }) &&
        claims.origin === origin &&
        claims.projectId === projectId
      if (!isSame) throw new Problem('introduction-mismatch')
      const assertionId = createHash('sha256').update(`${claims.iss} ${claims.jti}`).digest('base64url')
      const indexes = indexesOf({ way: before.way, subject: email })
      const device = { heldUntil: claims.heldUntil, deviceSince: claims.deviceSince }
      const stated = await contents.seal(id, { ...content, device })
      const now = clock()
      const format = await inTransaction({
        database,
        locks: [...locksOf(id, before.way, indexes), { key: `assertion ${assertionId}` }],
        run: async (transaction) => {
          const store = createIntroductionStore({ database: transaction })
          const row = await findOwn(transaction, { id, jkt })
          // A retry of a request that succeeded.
          if (row.assertion_id === assertionId) return row.format
          if (await store.isAssertionUsed(assertionId)) throw new Problem('assertion-used')
          if (row.step !== 'assertion') throw new Problem('introduction-expired')
          await codes.countIntroduction(transaction, row, now)
          await store.setSubject({ id, sub: claims.sub, assertionId, content: stated })
          return codes.send(transaction, row, content, now)
        },
      })
      mailQueue.kick()
      return toMailResponse(format)
    },

    /**
     * Mails another code, which invalidates the previous one. The number of tries stays.
     *
     * @throws {Problem} `introduction-expired`, `code-burnt`, `too-soon`, `rate-limited` or `busy`
     */
    async resend({ id, jkt }: { id: string; jkt: string }): Promise<IntroductionMailResponse> {
      const content = await contents.open(await findOwn(database, { id, jkt }))
      const format = await inTransaction({
        database,
        locks: [{ key: `introduction ${id}` }],
        run: async (transaction) => {
          const row = await findOwn(transaction, { id, jkt })
          const now = clock()
          if (row.sent_at === null) throw new Problem('introduction-expired')
          if (row.tries >= maxTries) throw new Problem('code-burnt')
          const wait = row.sent_at + resendMs - now
          if (wait > 0) throw retryLater('too-soon', wait)
          return codes.send(transaction, row, content, now)
        },
      })
      mailQueue.kick()
      return toMailResponse(format)
    },

    /**
     * Verifies a typed code and, if the person may use the key as this user, creates a session.
     *
     * @throws {Problem} `sealed-invalid`, `introduction-expired`, `code-wrong`, `code-burnt`, `code-void` or
     * `identity-mismatch`
     */
    async enterCode({
      id,
      sealed,
      jkt,
    }: {
      id: string
      sealed: string
      jkt: string
    }): Promise<IntroductionCodeResponse> {
      const typed = await readSealed(sealed, sealedIntroductionCode)
      if (typed.jkt !== jkt || typed.id !== id) throw new Problem('sealed-invalid')
      const before = await findOwn(database, { id, jkt })
      const content = await contents.open(before)
      const indexes = indexesOf({ way: before.way, subject: content.email })
      const locks = [...locksOf(id, before.way, indexes), { key: `user ${before.sub ?? ''}` }]
      const outcome = await inAuditedTransaction(async (transaction, note): Promise<Outcome> => {
        const store = createIntroductionStore({ database: transaction })
        const breaker = createGuessingBreaker({ database: transaction })
        const now = clock()
        const row = await store.find(id)
        if (!row?.code_mac || row.sub !== before.sub || row.expires_at <= now)
          return { problem: 'introduction-expired' }
        if (row.tries >= maxTries) return { problem: 'code-burnt' }
        if ((row.sent_at ?? 0) + codeLifetimeMs <= now) return { problem: 'introduction-expired' }
        if (row.format === 'short' && (await breaker.isOpen(now))) return { problem: 'code-void' }
        await store.countTry(id)
        if (!codes.isRight(row, typed.code)) {
          if (row.format === 'short') await breaker.countWrong(now)
          return { problem: 'code-wrong', triesLeft: maxTries - row.tries - 1 }
        }
        await store.finish({ id, now })
        await codes.refundIntroduction(transaction, row)
        const identities = createIdentityStore({ database: transaction })
        const addresses = createAddressRecords({ transaction })
        const admission = await admit({ identities, addresses, introduction: row, indexes, now })
        if (admission === 'refused') return { problem: 'identity-mismatch' }
        const userId = row.sub as string
        if (admission === 'moved') await note({ event: 'address-changed', userId, subject: jkt, now })
        const { origin, projectId } = content
        const assertionId = `introduction ${id}`
        const page = { origin, projectId }
        const times = { authTime: now, introducedAt: now }
        const opened = sessions.prepare({ userId, jkt, ...page, ...times, assertionId })
        // A known key keeps what was stated when it was introduced.
        if (content.device)
          await createDeviceStore({ database: transaction, audit }).put({
            userId,
            jkt,
            heldUntil: (content.device.heldUntil ?? 0) * 1000,
            since: (content.device.deviceSince ?? 0) * 1000,
            updatedAt: now,
          })
        await note({ event: 'introduced', userId, subject: jkt, now })
        if (!(await insertSession({ ...opened.row, transaction, note })))
          throw new Error('an introduction was used twice')
        return { opened, row }
      }, locks)
      // Throw outside the transaction: an error inside would roll back the counted try.
      if ('problem' in outcome) {
        metrics.onCode(outcome.problem)
        if (outcome.problem !== 'code-wrong') throw new Problem(outcome.problem)
        const { triesLeft } = outcome
        throw triesLeft === 0
          ? new Problem('code-burnt')
          : new Problem('code-wrong', { extra: { triesLeft } })
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
    },
  }
}

export type Introductions = ReturnType<typeof createIntroductions>
