import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type SealedCode, sealedCode } from '@portico/protocol/vault'
import { auditLock, inTransaction } from '@portico/server'
import type { Transaction } from 'kysely'
import { createCode } from '../../codes/createCode.ts'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Purpose, Tables } from '../../database/Tables.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { MailQueue } from '../../mail/createMailQueue.ts'
import type { Letter } from '../../mail/Letter.ts'
import type { Metrics } from '../../metrics/createMetrics.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Seals } from '../../secrets/createSeals.ts'
import { macOf, type Secrets } from '../../secrets/loadSecrets.ts'
import { createTransactionStore, type EmailTransaction } from './store.ts'

/** How long links and codes work. */
export const codeLifetimeMs = 600_000
/** Before the next mail of the same kind. */
export const resendMs = 30_000
/** Guesses of one transaction, however many codes it had. */
const mostTries = 5

/** What is kept sealed of a transaction. */
export type Addresses = { email: string; next?: string | undefined }

/** What a transaction begins with. */
export type Beginning = Addresses & {
  purpose: Purpose
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

export type Codes = {
  begin(transaction: Database, beginning: Beginning, now: number): Promise<EmailTransaction>
  /** Mails the link; an older one works no more. */
  sendLink(transaction: Database, row: EmailTransaction, now: number): Promise<void>
  /** Mails a code; an older one works no more. */
  sendCode(transaction: Database, row: EmailTransaction, now: number): Promise<void>
  addressesOf(row: EmailTransaction): Promise<Addresses>
  /**
   * Takes a typed code. `onAccepted` runs in the transaction that uses the code up, and so together or not at all.
   *
   * @throws {HttpProblem} `sealed-invalid`, `code-wrong`, `code-burnt`, `transaction-expired`, or what `onAccepted` throws.
   */
  accept<Value>(call: {
    sealed: string
    jkt: string
    purpose: Purpose
    onAccepted: (accepted: {
      transaction: Transaction<Tables>
      row: EmailTransaction
      typed: SealedCode
      now: number
    }) => Promise<Value>
    /** Locks beside those of the transaction and of the audit trail. */
    locksOf: (row: EmailTransaction) => Promise<readonly string[]>
  }): Promise<Value>
}

/** Links and codes that prove a mailbox (rules of OWASP ASVS 5, V6.5 and V6.6). */
export function createCodes({
  database,
  cipher,
  secrets,
  seals,
  mails,
  walletOrigin,
  metrics,
  now: clock,
}: {
  database: Database
  cipher: Cipher
  secrets: Secrets
  seals: Seals
  mails: MailQueue
  walletOrigin: string
  metrics: Metrics
  now: () => number
}): Codes {
  /** Bound to purpose, transaction and key: the code of one is worth nothing in another. */
  const codeMac = (
    { purpose, id, jkt }: EmailTransaction,
    code: string,
    pepper: Buffer = secrets.codePeppers[0],
  ): string => macOf(pepper, ['code', purpose, id, jkt, code]).toString('base64url')

  /** A code of ten minutes may be older than a change of the pepper. */
  const isCode = (row: EmailTransaction, code: string): boolean =>
    secrets.codePeppers.map((pepper) => isEqual(row.code_mac, codeMac(row, code, pepper))).includes(true)

  const placeOf = (id: string) => ({ table: 'transactions', row: id }) as const

  async function addressesOf(row: EmailTransaction): Promise<Addresses> {
    return JSON.parse(await cipher.open(placeOf(row.id), row)) as Addresses
  }

  function codeLetter(row: EmailTransaction, { email: to, next = '' }: Addresses, code: string): Letter {
    if (row.purpose === 'login') return { kind: 'code', to, origin: row.origin, code }
    if (row.purpose === 'update-primary') return { kind: 'update-primary', to, code, next }
    return { kind: 'update-secondary', to, code }
  }

  return {
    addressesOf,

    async begin(transaction, { email, next, userId, country, emailIndex, ...rest }, now) {
      const id = `tx_${randomBytes(16).toString('base64url')}`
      const { projectId, ...asIs } = rest
      const row: EmailTransaction = {
        ...asIs,
        id,
        step: 'device',
        email_index: emailIndex,
        ...cipher.seal(placeOf(id), JSON.stringify({ email, next })),
        user_id: userId ?? null,
        project_id: projectId,
        country: country ?? null,
        match_code: String(randomInt(100)).padStart(2, '0'),
        link_hash: null,
        code_mac: null,
        tries: 0,
        created_at: now,
        sent_at: now,
        expires_at: now + codeLifetimeMs,
      }
      await createTransactionStore({ database: transaction }).add(row)
      return row
    },

    async sendLink(transaction, row, now) {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = now + codeLifetimeMs
      const { email } = await addressesOf(row)
      const { origin, browser, system, match_code: matchCode } = row
      // In the fragment: no server and no scanner of links sees it.
      const link = `${walletOrigin}/device#${token}`
      await createTransactionStore({ database: transaction }).setLink(row.id, {
        linkHash: hashOf(token),
        sentAt: now,
        expiresAt,
      })
      await mails.add(
        transaction,
        { kind: 'device', to: email, origin, link, browser, system, matchCode },
        { now, expiresAt },
      )
    },

    async sendCode(transaction, row, now) {
      const code = createCode()
      const expiresAt = now + codeLifetimeMs
      await createTransactionStore({ database: transaction }).setCode(row.id, {
        mac: codeMac(row, code),
        sentAt: now,
        expiresAt,
      })
      await mails.add(transaction, codeLetter(row, await addressesOf(row), code), { now, expiresAt })
    },

    async accept({ sealed, jkt, purpose, onAccepted, locksOf }) {
      const typed = await seals.open(sealed, sealedCode)
      // The proof of this request is by the key that the code was sealed for.
      if (typed.jkt !== jkt) throw new HttpProblem('sealed-invalid')
      const before = await createTransactionStore({ database }).find(typed.tx)
      const locks = [`transaction ${typed.tx}`, ...(before ? await locksOf(before) : [])]
      const now = clock()
      const outcome = await inTransaction({
        database,
        locks: [auditLock, ...locks.map((key) => ({ key }))],
        run: async (transaction) => {
          const store = createTransactionStore({ database: transaction })
          const row = await store.countTry({ id: typed.tx, jkt, purpose, most: mostTries, now })
          if (!row) {
            const ended = await store.find(typed.tx)
            const isBurnt = ended?.jkt === jkt && ended.step === 'code' && ended.tries >= mostTries
            return { problem: isBurnt ? ('code-burnt' as const) : ('transaction-expired' as const) }
          }
          if (!isCode(row, typed.code))
            return { problem: 'code-wrong' as const, triesLeft: mostTries - row.tries }
          await store.finish(row.id)
          return { value: await onAccepted({ transaction, row, typed, now }) }
        },
      })
      if ('value' in outcome) {
        metrics.onCode('accepted')
        return outcome.value as Awaited<ReturnType<typeof onAccepted>>
      }
      // Only now: thrown inside, it would undo the count of the guess.
      if (outcome.problem === 'transaction-expired') throw new HttpProblem('transaction-expired')
      metrics.onCode('wrong')
      const { triesLeft = 0 } = outcome
      if (triesLeft === 0) throw new HttpProblem('code-burnt')
      throw new HttpProblem('code-wrong', { extra: { triesLeft } })
    },
  }
}

/** How tokens of 256 random bits are kept: nothing is gained by a slow hash. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function isEqual(kept: string | null, given: string): boolean {
  const [one, other] = [Buffer.from(kept ?? ''), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
