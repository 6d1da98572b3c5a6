import type { IntroductionCodeFormat } from '@portico/protocol/gateway'
import { createUsageCounter, isEqualSecret, retryLater } from '@portico/server'
import type { MailQueue } from '@portico/server/mail'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import type { CodeMail } from '../introductions/composeCodeMail.ts'
import { createCode } from '../introductions/createCode.ts'
import { createGuessingBreaker } from '../introductions/createGuessingBreaker.ts'
import { codeLifetimeMs, lifetimeMs, maxMails } from '../introductions/introductionLimits.ts'
import { macFields } from '../introductions/macFields.ts'
import { readCode } from '../introductions/readCode.ts'
import { type AddressChange, createAddressChangeStore } from './createAddressChangeStore.ts'
import type { AddressChangeContent } from './createChangeCipher.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Creates the functions that mail the codes of changes of address and compare typed ones. The current address gets six
 * digits, as only an introduced key can try them; the next one a code for new keys.
 *
 * @param codeSecret HMAC key of codes.
 * @param perDay how many changes to an address, and how many of an address with each key, are mailed a code per day. Logins
 * have allowances of their own, so that somebody who names the address of another user cannot use them up.
 */
export function createAddressCodes({
  codeSecret,
  mailQueue,
  perDay,
}: {
  codeSecret: Uint8Array
  mailQueue: Pick<MailQueue<CodeMail>, 'add'>
  perDay: number
}) {
  /** The HMAC binds a code to its change, address and key, so that it is not valid for another one. */
  const macOf = ({ id, jkt, step }: Pick<AddressChange, 'id' | 'jkt' | 'step'>, code: string): string =>
    macFields(codeSecret, ['address-code', step, id, jkt, code])

  return {
    /** Whether a typed code is the one of this change, in any spelling that `readCode` accepts. */
    isRight(row: AddressChange, typed: string): boolean {
      return isEqualSecret(row.code_mac ?? '', macOf(row, readCode(typed)))
    },

    /** Counts a change that mails a code to an address. */
    async count(
      transaction: Transaction<Tables>,
      { ix, jkt }: { ix: string; jkt?: string | undefined },
      now: number,
    ): Promise<void> {
      const key = jkt === undefined ? `address changes ${ix}` : `address changes ${ix} ${jkt}`
      const limits = [{ windowMs: dayMs, count: perDay }]
      const wait = await createUsageCounter({ database: transaction }).take([{ key, limits }], now)
      if (wait !== undefined) throw retryLater('rate-limited', wait)
    },

    /** Mails the code of a step, which invalidates an older one. */
    async send(
      transaction: Transaction<Tables>,
      row: Pick<AddressChange, 'id' | 'jkt' | 'step'>,
      { email, next, origin, language }: AddressChangeContent,
      now: number,
    ): Promise<IntroductionCodeFormat> {
      const isOld = row.step === 'old'
      const isGuessed = !isOld && (await createGuessingBreaker({ database: transaction }).isOpen(now))
      const format = isOld ? 'digits' : isGuessed ? 'long' : 'short'
      const code = createCode(format)
      const limits = [{ windowMs: lifetimeMs, count: maxMails }]
      const use = { key: `address mails ${row.step} ${row.id}`, limits }
      const wait = await createUsageCounter({ database: transaction }).take([use], now)
      if (wait !== undefined) throw retryLater('rate-limited', wait)
      const store = createAddressChangeStore({ database: transaction })
      await store.setCode({ id: row.id, format, mac: macOf(row, code), now })
      await mailQueue.add(
        transaction,
        isOld
          ? { kind: 'old-address', to: email, next, origin, code, language }
          : { kind: 'new-address', to: next, origin, code, language },
        { now, expiresAt: now + codeLifetimeMs },
      )
      return format
    },
  }
}

export type AddressCodes = ReturnType<typeof createAddressCodes>
