import { randomBytes } from 'node:crypto'
import type { SocialAttachRequest, SocialAttachResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { SocialAccount } from '@portico/server/social'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { createAutoStore } from '../auto/store.ts'
import { createAssertionSigner } from '../claims/createAssertionSigner.ts'
import type { CompleteLogin } from '../claims/createLoginCompletion.ts'
import type { RequireMayAdd } from '../logins/createRequireMayAdd.ts'
import { requireProven } from '../logins/requireProven.ts'
import { createIdentityStore, type Identity } from '../users/createIdentityStore.ts'
import type { NotifyOwner } from '../users/createNotifyOwner.ts'
import { createUserStore } from '../users/store.ts'
import { createSocialLogins } from './createSocialLogins.ts'
import { createSocialStore } from './store.ts'

/** Makes the account of a claimed login another login of an existing user. Repeating the request signs another assertion. */
export type Attach = (call: SocialAttachRequest & { jkt: string }) => Promise<SocialAttachResponse>

/**
 * Creates the function that attaches accounts. The vault has verified both itself, for the same key and within minutes: the account,
 * and the user in the login of the grant. The new user whom the account got at its claim goes, and only if the gateway has never
 * confirmed it: otherwise it may have a wallet.
 */
export function createAttach({
  database,
  cipher,
  jose,
  audit,
  mailQueue,
  completeLogin,
  requireMayAdd,
  notifyOwner,
  emailIndexesOf,
  identityIndexesOf,
  now: clock,
}: Pick<BlindIndexes, 'emailIndexesOf' | 'identityIndexesOf'> & {
  database: Database
  cipher: Cipher
  jose: Jose
  audit: AuditTrail<Tables>
  mailQueue: Pick<MailQueue, 'kick'>
  completeLogin: CompleteLogin
  requireMayAdd: RequireMayAdd
  notifyOwner: NotifyOwner
  now: () => number
}): Attach {
  const signAssertion = createAssertionSigner({ jose })
  const describeLogin = createSocialLogins({ cipher, emailIndexesOf, identityIndexesOf })

  /** Throws unless an account is of no use to its present user, who can go. */
  async function requireUnused(transaction: Database, { user_id, confirmed_at }: Identity): Promise<void> {
    const user = await createUserStore({ database: transaction }).find(user_id)
    const all = await createIdentityStore({ database: transaction }).listOf(user_id)
    const hasAuto = await createAutoStore({ database: transaction }).hasAny(user_id)
    if (confirmed_at !== null || user?.email_index !== null || all.length > 1 || hasAuto)
      throw new Problem('login-taken')
  }

  /** Gives an account to the user of the grant. */
  async function move(
    transaction: Transaction<Tables>,
    {
      identity,
      account,
      grant,
      jkt,
      caller: { browser, system },
    }: {
      identity: Identity
      account: SocialAccount
      grant: string
      jkt: string
      caller: { browser: string; system: string }
    },
    now: number,
  ): Promise<void> {
    const { subject, email } = account
    const { provider: method } = identity
    const user = await requireMayAdd(transaction, { grant, jkt, email }, now)
    await requireUnused(transaction, identity)
    const identities = createIdentityStore({ database: transaction })
    if ((await identities.listOf(user.id)).some(({ provider }) => provider === method))
      throw new Problem('login-exists')
    // Before the account is the user's, so that it goes to an address from before.
    await notifyOwner(transaction, user, { kind: 'login-added', method, browser, system }, now)
    const place = { table: 'identities', row: method, user: user.id } as const
    const sealed = cipher.seal(place, JSON.stringify({ subject, email }))
    await identities.move(identity, { user_id: user.id, ...sealed })
    await createUserStore({ database: transaction }).remove(identity.user_id)
    const subjectOfEntry = `${method} ${jkt}`
    await audit.append({ event: 'login-add', userId: user.id, subject: subjectOfEntry, now, transaction })
  }

  return async ({ tx, grant, jkt }) => {
    const row = await createSocialStore({ database }).findClaimed({ tx, jkt, now: clock() })
    if (!row) throw new Problem('transaction-expired')
    const account = JSON.parse(await cipher.open({ table: 'socials', row: tx }, row)) as SocialAccount
    const { login } = describeLogin(row, account)
    const indexes = identityIndexesOf({ provider: row.provider, subject: account.subject })
    const { user_id: userId } = await requireProven(database, { grant, jkt }, clock())
    const next = randomBytes(32).toString('base64url')
    const completed = await inTransaction({
      database,
      locks: [
        auditLock,
        ...[`social ${tx}`, `logins ${userId}`, ...indexes.map((index) => `identity ${index}`)].map(
          (key) => ({
            key,
          }),
        ),
      ],
      run: async (transaction) => {
        const now = clock()
        const { release_key: releaseKey } = await requireProven(transaction, { grant, jkt }, now)
        const identity = await createIdentityStore({ database: transaction }).find(indexes)
        // It was removed since it was claimed.
        if (!identity) throw new Problem('transaction-expired')
        if (identity.user_id !== userId)
          await move(transaction, { identity, account, grant, jkt, caller: row }, now)
        return completeLogin({
          transaction,
          login,
          releaseKey: JSON.parse(releaseKey),
          grant: next,
          isActive: false,
          isProven: true,
          startsOver: false,
          now,
        })
      },
    })
    mailQueue.kick()
    return {
      assertion: await signAssertion(completed),
      grant: next,
      userId: completed.userId,
      hasAuto: completed.hasAuto,
    }
  }
}
