import { randomBytes } from 'node:crypto'
import {
  type EmailClaimRequest,
  type EmailClaimResponse,
  type EmailStartResponse,
  type GrantActivateRequest,
  sealedClaim,
} from '@portico/protocol/vault'
import { auditLock, inTransaction } from '@portico/server'
import type { MailLimiter } from '@portico/server/mail'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { createAutoStore } from '../auto/store.ts'
import { type Challenges, resendMs } from '../challenges/createChallenges.ts'
import { requireUnrefused } from '../challenges/requireUnrefused.ts'
import { type Challenge, createChallengeStore } from '../challenges/store.ts'
import type { AddEmail } from '../logins/createAddEmail.ts'
import { requireProven } from '../logins/requireProven.ts'
import type { GatewayStatements } from '../statements/createGatewayStatements.ts'
import { createIdentityStore } from '../users/createIdentityStore.ts'
import { createUserStore } from '../users/store.ts'
import { createAssertionSigner } from './createAssertionSigner.ts'
import type { DescribeEmailLogin } from './createEmailLogins.ts'
import { type CompleteLogin, grantMs } from './createLoginCompletion.ts'

/** Completes logins, together with the gateway, which mails the code. */
export type ClaimService = {
  /** Mails a link to a key that the vault knows and the gateway does not. */
  link(call: { tx: string; jkt: string; caller: Caller }): Promise<EmailStartResponse>
  claim(call: EmailClaimRequest & { jkt: string }): Promise<EmailClaimResponse>
  activate(call: GrantActivateRequest & { jkt: string }): Promise<void>
}

/**
 * Creates the service that completes logins. The vault takes no typed secret: it verifies the link, or the gateway's statement
 * for a key that both know, and releases a recovery secret only with that statement.
 */
export function createClaimService({
  database,
  jose,
  challenges,
  mailQueue,
  mailLimiter,
  emailLocksOf,
  completeLogin,
  describeLogin,
  addEmail,
  statements,
  now: clock,
}: Pick<BlindIndexes, 'emailLocksOf'> & {
  database: Database
  jose: Jose
  challenges: Challenges
  mailQueue: MailQueue
  mailLimiter: MailLimiter
  completeLogin: CompleteLogin
  describeLogin: DescribeEmailLogin
  addEmail: AddEmail
  statements: GatewayStatements
  now: () => number
}): ClaimService {
  const signAssertion = createAssertionSigner({ jose })

  async function findOwn(database: Database, tx: string, jkt: string): Promise<Challenge> {
    const row = await createChallengeStore({ database }).find(tx)
    if (!row || row.jkt !== jkt || row.purpose !== 'login' || row.expires_at <= clock())
      throw new Problem('transaction-expired')
    requireUnrefused(row)
    return row
  }

  return {
    async link({ tx, jkt, caller: { ip } }) {
      const before = await findOwn(database, tx, jkt)
      const charges = [{ budget: before.budget, ip }]
      const row = await inTransaction({
        database,
        locks: [
          { key: `transaction ${tx}` },
          { key: `digits ${before.mailbox}` },
          ...mailLimiter.locks(charges),
        ],
        run: async (transaction) => {
          const row = await findOwn(transaction, tx, jkt)
          // Repeating the request mails nothing more; `/v1/email/resend` does.
          if (row.step === 'device') return row
          if (row.step !== 'known') throw new Problem('transaction-expired')
          const now = clock()
          await mailLimiter.take(transaction, charges, now)
          await challenges.sendLink(transaction, row, now)
          return findOwn(transaction, tx, jkt)
        },
      })
      mailQueue.kick()
      return {
        tx,
        action: 'VERIFY_DEVICE',
        matchCode: row.match_code,
        expiresAt: new Date(row.expires_at).toISOString(),
        resendAfter: resendMs / 1000,
      }
    },

    async claim({ sealed, introduced, attach, jkt }) {
      const { tx, jkt: sealedFor, releaseKey } = await jose.decrypt(sealed, sealedClaim)
      if (sealedFor !== jkt) throw new Problem('sealed-invalid')
      const statement = introduced === undefined ? undefined : await statements.readIntroduced(introduced)
      const before = await findOwn(database, tx, jkt)
      const { address } = await describeLogin(before)
      const isStated = statement?.tx === tx && statement.jkt === jkt && statement.address === address
      if (statement && !isStated) throw new Problem('introduced-mismatch')
      const grant = randomBytes(32).toString('base64url')
      const { email } = await challenges.addressesOf(before)
      const target =
        attach === undefined ? undefined : await requireProven(database, { grant: attach, jkt }, clock())
      const targetLocks = target ? [`user ${target.user_id}`, `logins ${target.user_id}`] : []
      const locks = [`transaction ${tx}`, ...emailLocksOf(email), ...targetLocks]
      const completed = await inTransaction({
        database,
        locks: [auditLock, ...locks.map((key) => ({ key }))],
        run: async (transaction) => {
          const now = clock()
          const store = createChallengeStore({ database: transaction })
          // After an approved link the statement is not needed, but activates the grant at once.
          const step = statement && before.step === 'known' ? 'known' : 'approved'
          const row = await store.claim({ id: tx, jkt, step, now })
          if (!row) throw new Problem('transaction-expired')
          const isActive = statement !== undefined
          const isByLink = step === 'approved'
          if (attach !== undefined)
            await addEmail(transaction, { grant: attach, jkt, email, caller: row }, now)
          const completion = await completeLogin({
            transaction,
            login: await describeLogin(row),
            releaseKey,
            grant,
            isActive,
            isProven: isByLink,
            // The gateway states that it knows a key, and knows one that it has confirmed in the grant.
            startsOver: isByLink && !isActive && attach === undefined,
            now,
          })
          if (statement && statement.sub !== completion.userId) throw new Problem('introduced-mismatch')
          return completion
        },
      })
      mailQueue.kick()
      const { userId, hasAuto } = completed
      return { assertion: await signAssertion(completed), grant, userId, hasAuto }
    },

    async activate({ grant, introduced, jkt }) {
      const statement = await statements.readIntroduced(introduced)
      const now = clock()
      const store = createAutoStore({ database })
      const hash = hashToken(grant)
      const found = await store.findGrant({ hash, jkt }, now)
      if (!found) throw new Problem('grant-invalid')
      const isSame =
        statement.tx === found.tx &&
        statement.jkt === jkt &&
        statement.sub === found.user_id &&
        statement.address === found.address
      if (!isSame) throw new Problem('introduced-mismatch')
      // First, so that no login is active whose user counts as unknown to the gateway.
      if (statement.way === 'email') await createUserStore({ database }).confirmEmail(found.user_id)
      else
        await createIdentityStore({ database }).confirm(
          { user_id: found.user_id, provider: statement.way },
          now,
        )
      // A retry of a request that succeeded changes nothing.
      await store.activateGrant(hash, { now, expiresAt: now + grantMs })
    },
  }
}
