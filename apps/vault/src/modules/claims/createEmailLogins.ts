import { randomBytes } from 'node:crypto'
import { hashAddress } from '@portico/server'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Challenges } from '../challenges/createChallenges.ts'
import type { Challenge } from '../challenges/store.ts'
import { createRevertStore } from '../users/createRevertStore.ts'
import { createUserStore } from '../users/store.ts'
import type { Login } from './Login.ts'

/** Creates a function that describes the login of an e-mail challenge. */
export function createEmailLogins({
  cipher,
  challenges,
  emailIndexesOf,
}: Pick<BlindIndexes, 'emailIndexesOf'> & {
  cipher: Cipher
  challenges: Pick<Challenges, 'addressesOf'>
}) {
  return async (row: Challenge): Promise<Login> => {
    const { email, language } = await challenges.addressesOf(row)
    const emailIndexes = emailIndexesOf(email)
    return {
      tx: row.id,
      jkt: row.jkt,
      origin: row.origin,
      browser: row.browser,
      system: row.system,
      projectId: row.project_id,
      createdAt: row.created_at,
      method: 'email',
      language,
      address: hashAddress({ tx: row.id, email }),
      async findUser(transaction) {
        return (await createUserStore({ database: transaction }).findByEmail(emailIndexes))?.id
      },
      async addUser(transaction, now) {
        // Reserve an address that a user may still change back to.
        const reserved = await createRevertStore({ database: transaction }).findReserved(emailIndexes, now)
        if (reserved)
          throw new Problem('email-reserved', {
            extra: { until: new Date(reserved.expires_at).toISOString() },
          })
        const id = `usr_${randomBytes(16).toString('base64url')}`
        const users = createUserStore({ database: transaction })
        await users.add({
          id,
          email_index: emailIndexes[0],
          ...cipher.seal({ table: 'users', row: id }, email),
          founding_jkt: row.jkt,
          created_at: now,
        })
        const added = await users.findByEmail(emailIndexes)
        if (!added) throw new Error('the added user does not exist')
        return added.id
      },
    }
  }
}

export type DescribeEmailLogin = ReturnType<typeof createEmailLogins>
