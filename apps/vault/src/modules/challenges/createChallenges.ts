import { randomBytes } from 'node:crypto'
import type { LanguageTag } from '@portico/i18n'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Purpose } from '../../database/Tables.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { drawDigits } from './drawDigits.ts'
import { type Challenge, createChallengeStore } from './store.ts'

/** How long a link is valid. */
const linkLifetimeMs = 600_000
/** How long after its start a challenge can be claimed: link and code take ten minutes each. */
export const claimLifetimeMs = 25 * 60_000
/** Minimum time between two mails of a challenge. */
export const resendMs = 30_000

/** The encrypted part of a challenge: the address to verify and, if it replaces one, the current one. */
export type Addresses = {
  email: string
  from?: string | undefined
  /** The language of its mails. */
  language?: LanguageTag | undefined
}

/** The facts of a new challenge. */
export type NewChallenge = Addresses & {
  purpose: Purpose
  /** `device` if a link is mailed next, `known` if the key may need none. */
  step: 'device' | 'known'
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

/** Proves control of e-mail addresses with links. */
export type Challenges = {
  begin(transaction: Database, challenge: NewChallenge, now: number): Promise<Challenge>
  /**
   * Mails a new link, which invalidates an older one, and returns the digits to type on its page, which stay the same. The
   * transaction must hold the lock `digits <mailbox>`.
   */
  sendLink(transaction: Database, row: Challenge, now: number): Promise<string>
  addressesOf(row: Challenge): Promise<Addresses>
}

/** Creates links that prove control of an e-mail address. The vault takes no typed secret: codes are the gateway's. */
export function createChallenges({
  cipher,
  mailQueue,
  walletOrigin,
  mailboxOf,
}: Pick<BlindIndexes, 'mailboxOf'> & {
  cipher: Cipher
  mailQueue: MailQueue
  walletOrigin: string
}): Challenges {
  const placeOf = (id: string) => ({ table: 'transactions', row: id }) as const

  async function addressesOf(row: Challenge): Promise<Addresses> {
    return JSON.parse(await cipher.open(placeOf(row.id), row)) as Addresses
  }

  return {
    addressesOf,

    async begin(transaction, { email, from, language, userId, country, emailIndex, ...rest }, now) {
      const id = `tx_${randomBytes(16).toString('base64url')}`
      const { projectId, ...columns } = rest
      const row: Challenge = {
        ...columns,
        id,
        email_index: emailIndex,
        ...cipher.seal(placeOf(id), JSON.stringify({ email, from, language })),
        user_id: userId ?? null,
        project_id: projectId,
        country: country ?? null,
        mailbox: mailboxOf(email),
        match_code: '',
        digit_tries: 0,
        link_hash: null,
        created_at: now,
        sent_at: now,
        expires_at: now + (rest.step === 'known' ? claimLifetimeMs : linkLifetimeMs),
      }
      await createChallengeStore({ database: transaction }).add(row)
      return row
    },

    async sendLink(transaction, row, now) {
      const token = randomBytes(32).toString('base64url')
      // Not beyond the time in which the challenge can be claimed.
      const expiresAt = Math.min(now + linkLifetimeMs, row.created_at + claimLifetimeMs)
      const { email, language } = await addressesOf(row)
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
        {
          kind: purpose === 'update' ? 'new-address' : 'device',
          to: email,
          language,
          origin,
          link,
          browser,
          system,
        },
        { now, expiresAt },
      )
      return digits
    },
  }
}
