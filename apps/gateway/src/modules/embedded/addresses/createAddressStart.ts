import { randomBytes } from 'node:crypto'
import { type AddressChangeResponse, sealedAddressChange } from '@portico/protocol/gateway'
import { inTransaction } from '@portico/server'
import { type MailQueue, normalizeEmail } from '@portico/server/mail'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletDevices } from '../devices/service.ts'
import type { CodeMail } from '../introductions/composeCodeMail.ts'
import type { IdentityIndexesOf } from '../introductions/createIdentityIndexes.ts'
import { createIdentityStore } from '../introductions/createIdentityStore.ts'
import type { SealedReader } from '../introductions/createSealedReader.ts'
import { lifetimeMs } from '../introductions/introductionLimits.ts'
import { toMailResponse } from '../introductions/toMailResponse.ts'
import { addressLocks } from './addressLocks.ts'
import type { ChangingDevice } from './ChangingDevice.ts'
import { type AddressChange, createAddressChangeStore } from './createAddressChangeStore.ts'
import type { AddressCodes } from './createAddressCodes.ts'
import type { createChangeCipher } from './createChangeCipher.ts'

/**
 * Creates the function that starts a change of address, and mails a code to the current address.
 *
 * @returns a function that throws {Problem} `sealed-invalid`, `email-invalid`, `invalid-request`, `device-held`,
 * `device-too-new`, `introduction-required`, `identity-mismatch`, `rate-limited` or `busy`
 */
export function createAddressStart({
  database,
  contents,
  codes,
  readSealed,
  indexesOf,
  devices,
  mailQueue,
  now: clock,
}: {
  database: Database
  contents: ReturnType<typeof createChangeCipher>
  codes: AddressCodes
  readSealed: SealedReader
  indexesOf: IdentityIndexesOf
  devices: Pick<WalletDevices, 'requireTrusted'>
  mailQueue: Pick<MailQueue<CodeMail>, 'kick'>
  now: () => number
}) {
  return async ({
    sealed,
    device,
  }: {
    sealed: string
    device: ChangingDevice
  }): Promise<AddressChangeResponse> => {
    const typed = await readSealed(sealed, sealedAddressChange)
    if (typed.jkt !== device.jkt) throw new Problem('sealed-invalid')
    const [email, next] = [normalizeEmail(typed.email), normalizeEmail(typed.next)]
    if (email === undefined || next === undefined) throw new Problem('email-invalid')
    if (email === next)
      throw new Problem('invalid-request', { detail: 'This is already the address of the user.' })
    await devices.requireTrusted(device)
    const { userId, jkt, origin } = device
    const [from, to] = [
      indexesOf({ way: 'email', subject: email }),
      indexesOf({ way: 'email', subject: next }),
    ]
    const id = randomBytes(32).toString('base64url')
    const content = { email, next, origin, language: typed.language }
    const { kekId, sealed: ownSealed } = await contents.seal(id, content)
    const now = clock()
    const format = await inTransaction({
      database,
      locks: addressLocks(device, from),
      run: async (transaction) => {
        const identities = createIdentityStore({ database: transaction })
        if (!(await identities.isIntroduced({ userId, jkt }))) throw new Problem('introduction-required')
        const owners = await identities.findOwners({ way: 'email', indexes: from })
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
  }
}
