import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type SealedCode, sealedCode } from '@portico/protocol/vault'
import { auditLock, inTransaction } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { CodeBy, Purpose, Tables } from '../../database/Tables.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import type { Metrics } from '../../metrics/createMetrics.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { macOf, type Secrets } from '../../secrets/loadSecrets.ts'
import { createCode } from './createCode.ts'
import { drawDigits } from './drawDigits.ts'
import { type Challenge, createChallengeStore } from './store.ts'

/** How long links and codes are valid. */
export const codeLifetimeMs = 600_000
/** How long after its start a login can be claimed whose code the gateway mails. */
export const claimLifetimeMs = 25 * 60_000
/** Minimum time between two mails of a challenge. */
export const resendMs = 30_000
/** Guesses per challenge, however many codes were sent. */
const maxTries = 5

/** The encrypted part of a challenge: the address to verify and, if it replaces one, the current one. */
export type Addresses = { email: string; from?: string | undefined }

/** The facts of a new challenge. */
export type NewChallenge = Addresses & {
  purpose: Purpose
  /** Which server mails the code; the vault by default. */
  codeBy?: CodeBy | undefined
  /** The first step; `device` by default. */
  step?: 'device' | 'known' | undefined
  jkt: string
  emailIndex: string
  userId?: string | undefined
  origin: string
  projectId: string
  browser: string
  system: string
  country?: string | undefined
  budget: string
}

/** Proves control of e-mail addresses with links and codes. */
export type Challenges = {
  begin(transaction: Database, challenge: NewChallenge, now: number): Promise<Challenge>
  /**
   * Mails a new link, which invalidates an older one, and returns the digits to type on its page, which stay the same. The
   * transaction must hold the lock `digits <mailbox>`.
   */
  sendLink(transaction: Database, row: Challenge, now: number): Promise<string>
  /** Mails a new code, which invalidates an older one. */
  sendCode(transaction: Database, row: Challenge, now: number): Promise<void>
  addressesOf(row: Challenge): Promise<Addresses>
  /**
   * Verifies an entered code. `onAccepted` runs in the transaction that completes the challenge: both commit or neither.
   *
   * @throws {Problem} `sealed-invalid`, `code-wrong`, `code-burnt`, `transaction-expired`, or what `onAccepted` throws.
   */
  accept<Value>(call: {
    sealed: string
    jkt: string
    purpose: Purpose
    onAccepted: (accepted: {
      transaction: Transaction<Tables>
      row: Challenge
      code: SealedCode
      now: number
    }) => Promise<Value>
    /** Returns further locks, beside those of the challenge and the audit trail. */
    locksOf: (row: Challenge) => Promise<readonly string[]>
  }): Promise<Value>
}

/** Creates links and codes that prove control of an e-mail address (OWASP ASVS 5, V6.5 and V6.6). */
export function createChallenges({
  database,
  cipher,
  secrets,
  jose,
  mailQueue,
  walletOrigin,
  metrics,
  mailboxOf,
  now: clock,
}: Pick<BlindIndexes, 'mailboxOf'> & {
  database: Database
  cipher: Cipher
  secrets: Secrets
  jose: Jose
  mailQueue: MailQueue
  walletOrigin: string
  metrics: Metrics
  now: () => number
}): Challenges {
  /** The HMAC binds a code to purpose, challenge and key, so that it is not valid for another one. */
  const codeMac = (
    { purpose, id, jkt }: Challenge,
    code: string,
    pepper: Buffer = secrets.codePeppers[0],
  ): string => macOf(pepper, ['code', purpose, id, jkt, code]).toString('base64url')

  /** Accepts codes under all peppers, as a valid code may be older than a change of the pepper. */
  const isCode = (row: Challenge, code: string): boolean =>
    secrets.codePeppers.map((pepper) => isEqual(row.code_mac, codeMac(row, code, pepper))).includes(true)

  const placeOf = (id: string) => ({ table: 'transactions', row: id }) as const

  async function addressesOf(row: Challenge): Promise<Addresses> {
    return JSON.parse(await cipher.open(placeOf(row.id), row)) as Addresses
  }

  return {
    addressesOf,

    async begin(transaction, { email, from, userId, country, emailIndex, ...rest }, now) {
      const id = `tx_${randomBytes(16).toString('base64url')}`
      const { projectId, codeBy = 'vault', step = 'device', ...columns } = rest
      const row: Challenge = {
        ...columns,
        id,
        step,
        code_by: codeBy,
        email_index: emailIndex,
        ...cipher.seal(placeOf(id), JSON.stringify({ email, from })),
        user_id: userId ?? null,
        project_id: projectId,
        country: country ?? null,
        mailbox: mailboxOf(email),
        match_code: '',
        digit_tries: 0,
        link_hash: null,
        code_mac: null,
        tries: 0,
        created_at: now,
        sent_at: now,
        expires_at: now + codeLifetimeMs,
      }
      await createChallengeStore({ database: transaction }).add(row)
      return row
    },

    async sendLink(transaction, row, now) {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = now + codeLifetimeMs
      const { email } = await addressesOf(row)
      const { origin, browser, system, mailbox, purpose } = row
      const store = createChallengeStore({ database: transaction })
      const digits = row.match_code || (await drawDigits({ store, mailbox, now }))
      // The token is in the fragment, which is not sent to any server.
      const link = `${walletOrigin}/device#${token}`
      await store.setLink(row.id, {
        linkHash: hashToken(token),
        digits,
        sentAt: now,
        expiresAt,
      })
      await mailQueue.add(
        transaction,
        { kind: purpose === 'update' ? 'new-address' : 'device', to: email, origin, link, browser, system },
        { now, expiresAt },
      )
      return digits
    },

    async sendCode(transaction, row, now) {
      const code = createCode()
      const expiresAt = now + codeLifetimeMs
      await createChallengeStore({ database: transaction }).setCode(row.id, {
        mac: codeMac(row, code),
        sentAt: now,
        expiresAt,
      })
      const { email: to } = await addressesOf(row)
      await mailQueue.add(transaction, { kind: 'code', to, origin: row.origin, code }, { now, expiresAt })
    },

    async accept({ sealed, jkt, purpose, onAccepted, locksOf }) {
      const code = await jose.decrypt(sealed, sealedCode)
      // The key that signed the proof of this request must be the one that encrypted the code.
      if (code.jkt !== jkt) throw new Problem('sealed-invalid')
      const before = await createChallengeStore({ database }).find(code.tx)
      const locks = [`transaction ${code.tx}`, ...(before ? await locksOf(before) : [])]
      const now = clock()
      const outcome = await inTransaction({
        database,
        locks: [auditLock, ...locks.map((key) => ({ key }))],
        run: async (transaction) => {
          const store = createChallengeStore({ database: transaction })
          const row = await store.countTry({ id: code.tx, jkt, purpose, maxTries, now })
          if (!row) {
            const ended = await store.find(code.tx)
            const isBurnt = ended?.jkt === jkt && ended.step === 'code' && ended.tries >= maxTries
            return { problem: isBurnt ? ('code-burnt' as const) : ('transaction-expired' as const) }
          }
          if (!isCode(row, code.code))
            return { problem: 'code-wrong' as const, triesLeft: maxTries - row.tries }
          await store.finish(row.id)
          return { value: await onAccepted({ transaction, row, code, now }) }
        },
      })
      if ('value' in outcome) {
        metrics.onCode('accepted')
        return outcome.value as Awaited<ReturnType<typeof onAccepted>>
      }
      // Throw outside the transaction: an error inside would roll back the counted guess.
      if (outcome.problem === 'transaction-expired') throw new Problem('transaction-expired')
      metrics.onCode('wrong')
      const { triesLeft = 0 } = outcome
      if (triesLeft === 0) throw new Problem('code-burnt')
      throw new Problem('code-wrong', { extra: { triesLeft } })
    },
  }
}

function isEqual(stored: string | null, given: string): boolean {
  const [one, other] = [Buffer.from(stored ?? ''), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
