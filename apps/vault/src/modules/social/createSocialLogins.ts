import { randomBytes } from 'node:crypto'
import { socialAddressFields } from '@portico/protocol/social'
import { hashFields } from '@portico/server'
import type { SocialAccount } from '@portico/server/social'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Login } from '../claims/Login.ts'
import { createIdentityStore, type IdentityContent } from '../users/createIdentityStore.ts'
import { createUserStore } from '../users/store.ts'
import type { SocialLogin } from './store.ts'

const hash = ([label = '', ...fields]: readonly string[]) => hashFields(label, ...fields)

/** Addresses with which Apple hides the real one: nobody logs in with them by e-mail. */
const appleRelay = '@privaterelay.appleid.com'

/** Creates a function that describes a social login by the account that the vault has verified. */
export function createSocialLogins({
  cipher,
  emailIndexesOf,
  identityIndexesOf,
}: Pick<BlindIndexes, 'emailIndexesOf' | 'identityIndexesOf'> & { cipher: Cipher }) {
  return (row: SocialLogin, { subject, email }: SocialAccount) => {
    const { tx, provider } = row
    const indexes = identityIndexesOf({ provider, subject })
    const content: IdentityContent = { subject, email }
    const seal = (userId: string) =>
      cipher.seal({ table: 'identities', row: provider, user: userId }, JSON.stringify(content))
    const find = (database: Database) => createIdentityStore({ database }).find(indexes)
    const login: Login = {
      tx,
      jkt: row.jkt,
      origin: row.origin,
      browser: row.browser,
      system: row.system,
      projectId: row.project_id,
      createdAt: row.created_at,
      method: provider,
      address: hash(socialAddressFields({ tx, provider, subject })),
      // Never by the e-mail address: whoever has an account with somebody's address must not get their wallet.
      async findUser(transaction) {
        return (await find(transaction))?.user_id
      },
      async addUser(transaction, now) {
        const id = `usr_${randomBytes(16).toString('base64url')}`
        await createUserStore({ database: transaction }).add({
          id,
          email_index: null,
          ...cipher.seal({ table: 'users', row: id }, ''),
          founding_jkt: row.jkt,
          created_at: now,
        })
        const identity = { user_id: id, provider, ix: indexes[0], confirmed_at: null, ...seal(id) }
        await createIdentityStore({ database: transaction }).add(identity)
        return id
      },
    }
    return {
      login,
      /**
       * Whether the visitor may want to use an existing user: both servers have not agreed on this account before, and its verified
       * address has a user. Providers give no address here that they have not verified.
       */
      async isLinkable(transaction: Database): Promise<boolean> {
        if (email === undefined || email.endsWith(appleRelay)) return false
        const identity = await find(transaction)
        const owner = await createUserStore({ database: transaction }).findByEmail(emailIndexesOf(email))
        return identity?.confirmed_at === null && owner !== undefined
      },
      /** Stores the verified address that the provider states now. The next notices go to it. */
      async keepAddress(transaction: Database): Promise<void> {
        const identity = await find(transaction)
        if (!identity) throw new Error('the identity of a login does not exist')
        await createIdentityStore({ database: transaction }).setContent(identity, seal(identity.user_id))
      },
    }
  }
}
