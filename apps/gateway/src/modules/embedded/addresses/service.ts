import { randomBytes } from 'node:crypto'
import {
  type AddressChangeResponse,
  type AddressChangeStatementResponse,
  type IntroductionMailResponse,
  sealedAddressChange,
  sealedIntroductionCode,
} from '@portico/protocol/gateway'
import type { EmailChanged } from '@portico/protocol/vault'
import { type AuditTrail, hashAddress, inTransaction, type Lock } from '@portico/server'
import { type MailQueue, normalizeEmail } from '@portico/server/mail'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import { createAuditedTransaction, type Note } from '../audit/createAuditedTransaction.ts'
import type { WalletDevices } from '../devices/service.ts'
import { createAddressRecords } from '../identities/createAddressRecords.ts'
import { type CodeRefusal, checkCode } from '../introductions/checkCode.ts'
import type { CodeMail } from '../introductions/composeCodeMail.ts'
import type { IdentityIndexes, IdentityIndexesOf } from '../introductions/createIdentityIndexes.ts'
import { createIdentityStore } from '../introductions/createIdentityStore.ts'
import type { IntroductionMetrics } from '../introductions/createIntroductionMetrics.ts'
import type { SealedReader } from '../introductions/createSealedReader.ts'
import { lifetimeMs } from '../introductions/introductionLimits.ts'
import { requireResend } from '../introductions/requireResend.ts'
import { toCodeProblem } from '../introductions/toCodeProblem.ts'
import { toMailResponse } from '../introductions/toMailResponse.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { WalletSession } from '../sessions/store.ts'
import { type AddressChange, createAddressChangeStore } from './createAddressChangeStore.ts'
import { createAddressCodes } from './createAddressCodes.ts'
import type { SignAddressChange } from './createAddressStatements.ts'
import { type AddressChangeContent, createChangeCipher } from './createChangeCipher.ts'

/** The device that changes the address of its user. */
type Device = Pick<WalletSession, 'userId' | 'jkt' | 'origin'>

/**
 * When a change expires after both addresses were verified: never. The vault may have made it although its answer was lost, and
 * then the frame hands it over at its next load, or the next login does. It goes once it is made, undone or followed by another.
 */
const provenUntil = Number.MAX_SAFE_INTEGER
const way = 'email'

/** What came of a code. */
type Outcome = 'accepted' | { problem: 'email-taken' } | CodeRefusal

/**
 * Creates the service of the gateway's half of a change of e-mail address. The gateway verifies both addresses itself, and
 * changes its record only once the vault states that it has changed its own: neither server can change the address alone.
 *
 * @param codeSecret HMAC key of codes.
 * @param perDay see `createAddressCodes`.
 */
export function createAddressChanges({
  database,
  audit,
  envelope,
  readSealed,
  codeSecret,
  indexesOf,
  statements,
  signStatement,
  devices,
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
  statements: Pick<VaultStatements, 'readApproved' | 'readChanged'>
  signStatement: SignAddressChange
  devices: Pick<WalletDevices, 'requireTrusted'>
  mailQueue: Pick<MailQueue<CodeMail>, 'add' | 'kick'>
  metrics: Pick<IntroductionMetrics, 'onCode'>
  perDay: number
  now: () => number
}) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const contents = createChangeCipher({ envelope })
  const codes = createAddressCodes({ codeSecret, mailQueue, perDay })

  const indexesOfEmail = (subject: string): IdentityIndexes => indexesOf({ way, subject })

  const locksOf = ({ userId }: Pick<Device, 'userId'>, ...identities: IdentityIndexes[]): Lock[] => [
    { key: `user ${userId}` },
    ...identities.flat().map(({ ix }) => ({ key: `identity ${way} ${ix}` })),
  ]

  /** Returns a change that belongs to this device and is not over. */
  async function findOwn(from: Database, id: string, { userId, jkt }: Device): Promise<AddressChange> {
    const row = await createAddressChangeStore({ database: from }).find(id)
    if (!row || row.user_id !== userId || row.jkt !== jkt || row.expires_at <= clock())
      throw new Problem('address-change-expired')
    return row
  }

  /** Returns the addresses of a change, which are deleted once it is made. */
  async function openContent(row: AddressChange): Promise<AddressChangeContent> {
    if (row.step === 'done') throw new Problem('address-change-expired')
    return contents.open(row)
  }

  /** Throws unless the vault stated something about this change. */
  function requireSame(
    { user_id, jkt, tx }: AddressChange,
    { next }: AddressChangeContent,
    stated: Pick<EmailChanged, 'sub' | 'jkt' | 'tx' | 'address'>,
  ): void {
    const isSame =
      stated.sub === user_id &&
      stated.jkt === jkt &&
      stated.tx === tx &&
      stated.address === hashAddress({ tx, email: next })
    if (!isSame) throw new Problem('address-change-mismatch')
  }

  async function signFor(row: AddressChange, { email, next }: AddressChangeContent): Promise<string> {
    const { user_id: sub, jkt, tx } = row
    return signStatement({
      sub,
      jkt,
      tx,
      from: hashAddress({ tx, email }),
      address: hashAddress({ tx, email: next }),
    })
  }

  /**
   * Verifies a typed code of one step. `onRight` runs in the transaction that counts the try, and returns false if the next
   * address is taken.
   */
  async function enterCode({
    id,
    sealed,
    device,
    step,
    locks,
    onRight,
  }: {
    id: string
    sealed: string
    device: Device
    step: 'old' | 'new'
    locks: Lock[]
    onRight: (call: {
      transaction: Transaction<Tables>
      row: AddressChange
      note: Note
      now: number
    }) => Promise<boolean>
  }): Promise<void> {
    const typed = await readSealed(sealed, sealedIntroductionCode)
    if (typed.jkt !== device.jkt || typed.id !== id) throw new Problem('sealed-invalid')
    await devices.requireTrusted(device)
    const outcome = await inAuditedTransaction(async (transaction, note): Promise<Outcome> => {
      const now = clock()
      const row = await findOwn(transaction, id, device)
      if (row.step !== step) return { problem: 'code-expired' }
      const refusal = await checkCode({
        transaction,
        row,
        countTry: () => createAddressChangeStore({ database: transaction }).countTry(id),
        isRight: () => codes.isRight(row, typed.code),
        now,
      })
      if (refusal) return refusal
      return (await onRight({ transaction, row, note, now })) ? 'accepted' : { problem: 'email-taken' }
    }, locks)
    if (outcome === 'accepted') return metrics.onCode('accepted')
    // Throw outside the transaction: an error inside would roll back the counted try.
    if (outcome.problem === 'email-taken') throw new Problem('email-taken')
    metrics.onCode(outcome.problem === 'code-expired' ? 'introduction-expired' : outcome.problem)
    throw toCodeProblem(outcome, 'address-change-expired')
  }

  return {
    /**
     * Starts a change, and mails a code to the current address.
     *
     * @throws {Problem} `sealed-invalid`, `email-invalid`, `invalid-request`, `device-held`, `device-too-new`,
     * `introduction-required`, `identity-mismatch`, `rate-limited` or `busy`
     */
    async start({ sealed, device }: { sealed: string; device: Device }): Promise<AddressChangeResponse> {
      const typed = await readSealed(sealed, sealedAddressChange)
      if (typed.jkt !== device.jkt) throw new Problem('sealed-invalid')
      const [email, next] = [normalizeEmail(typed.email), normalizeEmail(typed.next)]
      if (email === undefined || next === undefined) throw new Problem('email-invalid')
      if (email === next)
        throw new Problem('invalid-request', { detail: 'This is already the address of the user.' })
      await devices.requireTrusted(device)
      const { userId, jkt, origin } = device
      const [from, to] = [indexesOfEmail(email), indexesOfEmail(next)]
      const id = randomBytes(32).toString('base64url')
      const content = { email, next, origin }
      const { kekId, sealed: ownSealed } = await contents.seal(id, content)
      const now = clock()
      const format = await inTransaction({
        database,
        locks: locksOf(device, from),
        run: async (transaction) => {
          const identities = createIdentityStore({ database: transaction })
          if (!(await identities.isIntroduced({ userId, jkt }))) throw new Problem('introduction-required')
          const owners = await identities.findOwners({ way, indexes: from })
          if (!owners.some((owner) => owner.userId === userId)) throw new Problem('identity-mismatch')
          await codes.count(transaction, { ix: from[0].ix, jkt }, now)
          const row: AddressChange = {
            id,
            user_id: userId,
            jkt,
            tx: typed.tx,
            next_ix: to[0].ix,
            step: 'old',
            format: 'digits',
            code_mac: null,
            sent_at: now,
            tries: 0,
            sealed: ownSealed,
            kek_id: kekId,
            created_at: now,
            expires_at: now + lifetimeMs,
          }
          await createAddressChangeStore({ database: transaction }).add(row)
          return codes.send(transaction, row, content, now)
        },
      })
      mailQueue.kick()
      return { id, ...toMailResponse(format) }
    },

    /**
     * Verifies the code of the current address.
     *
     * @throws {Problem} `sealed-invalid`, `device-held`, `device-too-new`, `address-change-expired`, `code-wrong` or
     * `code-burnt`
     */
    async enterOld({ id, sealed, device }: { id: string; sealed: string; device: Device }): Promise<void> {
      await enterCode({
        id,
        sealed,
        device,
        step: 'old',
        locks: locksOf(device),
        async onRight({ transaction, row }) {
          const store = createAddressChangeStore({ database: transaction })
          await store.setStep({ id, step: 'confirmed', expiresAt: row.expires_at })
          return true
        },
      })
    },

    /**
     * Mails a code to the next address, once the current one has been verified and the vault states that the owner of the
     * next one approved its link: otherwise strangers could make the gateway send mails. Repeating the request mails nothing.
     *
     * @throws {Problem} `device-held`, `device-too-new`, `statement-invalid`, `jwt-not-yet-valid`, `vault-unavailable`,
     * `address-change-expired`, `address-change-mismatch`, `rate-limited` or `busy`
     */
    async next({
      id,
      approved,
      device,
    }: {
      id: string
      approved: string
      device: Device
    }): Promise<IntroductionMailResponse> {
      await devices.requireTrusted(device)
      const before = await findOwn(database, id, device)
      const content = await openContent(before)
      requireSame(before, content, await statements.readApproved(approved))
      const indexes = indexesOfEmail(content.next)
      const format = await inTransaction({
        database,
        locks: locksOf(device, indexes),
        run: async (transaction) => {
          const row = await findOwn(transaction, id, device)
          if (row.step === 'new') return row.format
          if (row.step !== 'confirmed') throw new Problem('address-change-expired')
          const now = clock()
          await codes.count(transaction, { ix: indexes[0].ix }, now)
          const store = createAddressChangeStore({ database: transaction })
          await store.setStep({ id, step: 'new', expiresAt: row.expires_at })
          return codes.send(transaction, { ...row, step: 'new' }, content, now)
        },
      })
      mailQueue.kick()
      return toMailResponse(format)
    },

    /**
     * Mails another code of the same step, which invalidates the previous one. The number of tries stays.
     *
     * @throws {Problem} `address-change-expired`, `code-burnt`, `too-soon`, `rate-limited` or `busy`
     */
    async resend({ id, device }: { id: string; device: Device }): Promise<IntroductionMailResponse> {
      const content = await openContent(await findOwn(database, id, device))
      const format = await inTransaction({
        database,
        locks: locksOf(device),
        run: async (transaction) => {
          const row = await findOwn(transaction, id, device)
          const now = clock()
          if (row.code_mac === null) throw new Problem('address-change-expired')
          requireResend(row, now)
          return codes.send(transaction, row, content, now)
        },
      })
      mailQueue.kick()
      return toMailResponse(format)
    },

    /**
     * Verifies the code of the next address, and states to the vault that both are verified.
     *
     * @throws {Problem} `sealed-invalid`, `device-held`, `device-too-new`, `address-change-expired`, `code-wrong`,
     * `code-burnt`, `code-void` or `email-taken`
     */
    async enterNew({
      id,
      sealed,
      device,
    }: {
      id: string
      sealed: string
      device: Device
    }): Promise<AddressChangeStatementResponse> {
      const row = await findOwn(database, id, device)
      const content = await openContent(row)
      const indexes = indexesOfEmail(content.next)
      await enterCode({
        id,
        sealed,
        device,
        step: 'new',
        locks: locksOf(device, indexes),
        async onRight({ transaction, note, now }) {
          const store = createAddressChangeStore({ database: transaction })
          // Before the statement: otherwise the vault would change to an address that the gateway refuses.
          const ixs = indexes.map(({ ix }) => ix)
          const { userId } = device
          if (await createAddressRecords({ transaction }).isTaken({ userId, ixs, now })) {
            await store.remove(id)
            return false
          }
          await store.setStep({ id, step: 'proven', expiresAt: provenUntil })
          await note({ event: 'address-proven', userId, subject: device.jkt, now })
          return true
        },
      })
      return { statement: await signFor(row, content) }
    },

    /**
     * Returns the statement again, for a frame that could not hand it to the vault.
     *
     * @throws {Problem} `device-held`, `device-too-new` or `address-change-expired`
     */
    async statement({ id, device }: { id: string; device: Device }): Promise<AddressChangeStatementResponse> {
      await devices.requireTrusted(device)
      const row = await findOwn(database, id, device)
      if (row.step !== 'proven') throw new Problem('address-change-expired')
      return { statement: await signFor(row, await contents.open(row)) }
    },

    /**
     * Changes the address, once the vault states that it has. Repeating the request has no effect.
     *
     * @throws {Problem} `statement-invalid`, `jwt-not-yet-valid`, `vault-unavailable`, `address-change-expired`,
     * `address-change-mismatch` or `email-taken`
     */
    async finish({ id, changed, device }: { id: string; changed: string; device: Device }): Promise<void> {
      const before = await findOwn(database, id, device)
      if (before.step === 'done') return
      if (before.step !== 'proven') throw new Problem('address-change-expired')
      const stated = await statements.readChanged(changed)
      const content = await contents.open(before)
      requireSame(before, content, stated)
      const { email, next } = content
      const { sub, jkt } = stated
      const indexes = indexesOfEmail(next)
      await inAuditedTransaction(
        async (transaction, note) => {
          const now = clock()
          const change = await findOwn(transaction, id, device)
          if (change.step === 'done') return
          if (change.step !== 'proven') throw new Problem('address-change-expired')
          if (!(await createAddressRecords({ transaction }).move({ change, indexes, now })))
            throw new Problem('email-taken')
          await note({ event: 'address-changed', userId: sub, subject: jkt, now })
        },
        locksOf(device, indexesOfEmail(email), indexes),
      )
    },
  }
}

export type AddressChanges = ReturnType<typeof createAddressChanges>
