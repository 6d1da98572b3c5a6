import type { LoginMethod } from '@portico/protocol/social'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import { createIdentityStore, type IdentityContent } from './createIdentityStore.ts'
import type { User } from './store.ts'

/** Returns the verified addresses of a user, and whose they are: the user's own address first, then those at providers. */
export type ListAddresses = (
  database: Database,
  user: User,
) => Promise<readonly { method: LoginMethod; email: string }[]>

/** Creates the function that decrypts the addresses of a user. */
export function createListAddresses({ cipher }: { cipher: Pick<Cipher, 'open'> }): ListAddresses {
  return async (database, user) => {
    const addresses: { method: LoginMethod; email: string }[] = []
    if (user.email_index !== null) {
      const email = await cipher.open({ table: 'users', row: user.id }, user)
      addresses.push({ method: 'email', email })
    }
    for (const identity of await createIdentityStore({ database }).listOf(user.id)) {
      const method = identity.provider
      const place = { table: 'identities', row: method, user: user.id } as const
      const { email } = JSON.parse(await cipher.open(place, identity)) as IdentityContent
      if (email !== undefined) addresses.push({ method, email })
    }
    return addresses
  }
}
