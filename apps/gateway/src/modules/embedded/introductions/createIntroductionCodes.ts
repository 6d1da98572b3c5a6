import type { IntroductionCodeFormat } from '@portico/protocol/gateway'
import { createUsageCounter, isEqualSecret, retryLater } from '@portico/server'
import type { MailQueue } from '@portico/server/mail'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import type { CodeMail } from './composeCodeMail.ts'
import { createCode } from './createCode.ts'
import type { EmailContent } from './createContentCipher.ts'
import { createGuessingBreaker } from './createGuessingBreaker.ts'
import { createIntroductionStore, type Introduction } from './createIntroductionStore.ts'
import { codeLifetimeMs, lifetimeMs, maxMails } from './introductionLimits.ts'
import { macFields } from './macFields.ts'
import { readCode } from './readCode.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Creates the functions that mail the codes of introductions and compare typed ones.
 *
 * @param codeSecret HMAC key of codes.
 * @param perDay how many introductions of an identity by new keys, and by each known key, are mailed a code per day and not
 * completed with it.
 */
export function createIntroductionCodes({
  codeSecret,
  mailQueue,
  perDay,
}: {
  codeSecret: Uint8Array
  mailQueue: Pick<MailQueue<CodeMail>, 'add'>
  perDay: number
}) {
  /** The HMAC binds a code to its introduction and key, so that it is not valid for another one. */
  const macOf = ({ id, jkt }: Pick<Introduction, 'id' | 'jkt'>, code: string): string =>
    macFields(codeSecret, ['code', id, jkt, code])

  /** Returns the format of codes for new keys: long ones while many codes are being guessed. */
  async function newKeyFormat(transaction: Database, now: number): Promise<'short' | 'long'> {
    return (await createGuessingBreaker({ database: transaction }).isOpen(now)) ? 'long' : 'short'
  }

  const usageOf = ({
    id,
    jkt,
    format,
    ix,
    way,
  }: Pick<Introduction, 'id' | 'jkt' | 'format' | 'ix' | 'way'>) => ({
    key: format === 'digits' ? `introductions ${way} ${ix} ${jkt}` : `introductions ${way} ${ix}`,
    limits: [{ windowMs: dayMs, count: perDay }],
    by: id,
  })

  return {
    newKeyFormat,

    /** Whether a typed code is the one of this introduction, in any spelling that `readCode` accepts. */
    isRight(row: Pick<Introduction, 'id' | 'jkt' | 'code_mac'>, typed: string): boolean {
      return isEqualSecret(row.code_mac ?? '', macOf(row, readCode(typed)))
    },

    /** Counts one introduction that gets a code. Known keys have an allowance of their own, which strangers cannot use up. */
    async countIntroduction(transaction: Transaction<Tables>, row: Introduction, now: number): Promise<void> {
      const wait = await createUsageCounter({ database: transaction }).take([usageOf(row)], now)
      if (wait !== undefined) throw retryLater('rate-limited', wait)
    },

    /** Takes back the use of an introduction whose code was right: the allowance limits guesses and unwanted mails. */
    async refundIntroduction(transaction: Transaction<Tables>, row: Introduction): Promise<void> {
      const { key, by } = usageOf(row)
      await createUsageCounter({ database: transaction }).refund({ key, by })
    },

    /** Mails a new code, which invalidates an older one. */
    async send(
      transaction: Transaction<Tables>,
      row: Introduction,
      { email, origin, language }: EmailContent,
      now: number,
    ): Promise<IntroductionCodeFormat> {
      const format: IntroductionCodeFormat =
        row.format === 'digits' ? 'digits' : await newKeyFormat(transaction, now)
      const code = createCode(format)
      const limits = [{ windowMs: lifetimeMs, count: maxMails }]
      const use = { key: `introduction mails ${row.id}`, limits }
      const wait = await createUsageCounter({ database: transaction }).take([use], now)
      if (wait !== undefined) throw retryLater('rate-limited', wait)
      const store = createIntroductionStore({ database: transaction })
      await store.setCode({ id: row.id, format, mac: macOf(row, code), now })
      await store.awaitCode(row.id)
      await mailQueue.add(
        transaction,
        { to: email, origin, code, language },
        { now, expiresAt: Math.min(now + codeLifetimeMs, row.expires_at) },
      )
      return format
    },
  }
}

export type IntroductionCodes = ReturnType<typeof createIntroductionCodes>
