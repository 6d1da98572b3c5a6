import type { AddressChangeStatementResponse, IntroductionMailResponse } from '@portico/protocol/gateway'
import type { EmailChanged } from '@portico/protocol/vault'
import { type AuditTrail, hashAddress, inTransaction } from '@portico/server'
import type { MailQueue } from '@portico/server/mail'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import type { WalletDevices } from '../devices/service.ts'
import { createAddressRecords } from '../identities/createAddressRecords.ts'
import type { CodeMail } from '../introductions/composeCodeMail.ts'
import type { IdentityIndexes, IdentityIndexesOf } from '../introductions/createIdentityIndexes.ts'
import type { IntroductionMetrics } from '../introductions/createIntroductionMetrics.ts'
import type { SealedReader } from '../introductions/createSealedReader.ts'
import { requireResend } from '../introductions/requireResend.ts'
import { toMailResponse } from '../introductions/toMailResponse.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { addressLocks } from './addressLocks.ts'
import type { ChangingDevice } from './ChangingDevice.ts'
import { type AddressChange, createAddressChangeStore } from './createAddressChangeStore.ts'
import { createAddressCodeEntry } from './createAddressCodeEntry.ts'
import { createAddressCodes } from './createAddressCodes.ts'
import { createAddressStart } from './createAddressStart.ts'
import type { SignAddressChange } from './createAddressStatements.ts'
import { type AddressChangeContent, createChangeCipher } from './createChangeCipher.ts'
import { findOwnChange } from './findOwnChange.ts'

/**
 * When a change expires after both addresses were verified: never. The vault may have made it although its answer was lost, and
 * then the frame hands it over at its next load, or the next login does. It goes once it is made, undone or followed by another.
 */
const provenUntil = Number.MAX_SAFE_INTEGER

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
  const { isRight } = codes
  const enterCode = createAddressCodeEntry({
    inAuditedTransaction,
    readSealed,
    devices,
    isRight,
    metrics,
    now: clock,
  })
  const start = createAddressStart({
    database,
    contents,
    codes,
    readSealed,
    indexesOf,
    devices,
    mailQueue,
    now: clock,
  })

  const indexesOfEmail = (subject: string): IdentityIndexes => indexesOf({ way: 'email', subject })

  const findOwn = (from: Database, id: string, device: ChangingDevice): Promise<AddressChange> =>
    findOwnChange({ database: from, id, device, now: clock() })

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

  return {
    /**
     * Starts a change, and mails a code to the current address.
     *
     * @throws {Problem} as `createAddressStart` says
     */
    start,

    /**
     * Verifies the code of the current address.
     *
     * @throws {Problem} `sealed-invalid`, `device-held`, `device-too-new`, `address-change-expired`, `code-wrong` or
     * `code-burnt`
     */
    async enterOld({
      id,
      sealed,
      device,
    }: {
      id: string
      sealed: string
      device: ChangingDevice
    }): Promise<void> {
      await enterCode({
        id,
        sealed,
        device,
        step: 'old',
        locks: addressLocks(device),
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
      device: ChangingDevice
    }): Promise<IntroductionMailResponse> {
      await devices.requireTrusted(device)
      const before = await findOwn(database, id, device)
      const content = await openContent(before)
      requireSame(before, content, await statements.readApproved(approved))
      const indexes = indexesOfEmail(content.next)
      const format = await inTransaction({
        database,
        locks: addressLocks(device, indexes),
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
    async resend({ id, device }: { id: string; device: ChangingDevice }): Promise<IntroductionMailResponse> {
      const content = await openContent(await findOwn(database, id, device))
      const format = await inTransaction({
        database,
        locks: addressLocks(device),
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
      device: ChangingDevice
    }): Promise<AddressChangeStatementResponse> {
      const row = await findOwn(database, id, device)
      const content = await openContent(row)
      const indexes = indexesOfEmail(content.next)
      await enterCode({
        id,
        sealed,
        device,
        step: 'new',
        locks: addressLocks(device, indexes),
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
    async statement({
      id,
      device,
    }: {
      id: string
      device: ChangingDevice
    }): Promise<AddressChangeStatementResponse> {
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
    async finish({
      id,
      changed,
      device,
    }: {
      id: string
      changed: string
      device: ChangingDevice
    }): Promise<void> {
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
        addressLocks(device, indexesOfEmail(email), indexes),
      )
    },
  }
}

export type AddressChanges = ReturnType<typeof createAddressChanges>
