import { randomBytes } from 'node:crypto'
import type { SealedClaim, SocialClaimResponse } from '@portico/protocol/vault'
import { auditLock, inTransaction } from '@portico/server'
import type { SocialAccount } from '@portico/server/social'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { createAssertionSigner } from '../claims/createAssertionSigner.ts'
import type { CompleteLogin } from '../claims/createLoginCompletion.ts'
import { createSocialLogins } from './createSocialLogins.ts'
import { type ClaimableStep, createSocialStore, type SocialLogin } from './store.ts'

/** Completes a login with an account that the vault has verified. Of concurrent calls for one login, exactly one succeeds. */
export type ClaimAccount = (call: {
  row: SocialLogin
  /** The step that the login must still be at. */
  from: ClaimableStep
  account: SocialAccount
  releaseKey: SealedClaim['releaseKey']
}) => Promise<SocialClaimResponse>

/** Creates the function that completes logins with accounts at other providers. */
export function createAccountClaim({
  database,
  cipher,
  jose,
  completeLogin,
  mailQueue,
  emailIndexesOf,
  identityIndexesOf,
  now: clock,
}: Pick<BlindIndexes, 'emailIndexesOf' | 'identityIndexesOf'> & {
  database: Database
  cipher: Cipher
  jose: Jose
  completeLogin: CompleteLogin
  mailQueue: Pick<MailQueue, 'kick'>
  now: () => number
}): ClaimAccount {
  const signAssertion = createAssertionSigner({ jose })
  const describeLogin = createSocialLogins({ cipher, emailIndexesOf, identityIndexesOf })

  return async ({ row, from, account, releaseKey }) => {
    const { tx, jkt, provider } = row
    const { subject, email, name, handle, idToken } = account
    const { login, isLinkable, keepAddress } = describeLogin(row, account)
    // The account without its token, so that it can be attached to an existing user.
    const place = { table: 'socials', row: tx } as const
    const kept = cipher.seal(place, JSON.stringify({ ...account, idToken: undefined }))
    const identities = identityIndexesOf({ provider, subject })
    const locks = [`social ${tx}`, ...identities.map((index) => `identity ${index}`)]
    const grant = randomBytes(32).toString('base64url')
    const completed = await inTransaction({
      database,
      locks: [auditLock, ...locks.map((key) => ({ key }))],
      run: async (transaction) => {
        const now = clock()
        const store = createSocialStore({ database: transaction })
        if (!(await store.claim({ tx, jkt, from, now, ...kept }))) throw new Problem('transaction-expired')
        const completion = await completeLogin({
          transaction,
          login,
          releaseKey,
          grant,
          isActive: false,
          isProven: true,
          // A key that the gateway does not know logs in as any other does.
          startsOver: false,
          now,
        })
        // After a new device was reported to the address of before.
        await keepAddress(transaction)
        return { ...completion, linkable: await isLinkable(transaction) }
      },
    })
    mailQueue.kick()
    const { userId, hasAuto, linkable } = completed
    const assertion = await signAssertion(completed)
    return { assertion, grant, userId, hasAuto, profile: { email, name, handle }, idToken, linkable }
  }
}
