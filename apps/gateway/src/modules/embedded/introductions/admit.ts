import type { AddressRecords } from '../identities/createAddressRecords.ts'
import type { LoginRecords } from '../identities/createLoginRecords.ts'
import type { IdentityIndexes } from './createIdentityIndexes.ts'
import type { IdentityStore } from './createIdentityStore.ts'
import type { Introduction } from './createIntroductionStore.ts'

/**
 * Decides whether a key may be introduced as a user, after the code was right: the identity must be the user's, or both must
 * be new. So whoever controls the vault can neither give a user's wallet to another address, nor prepare a user for an
 * address whose owner has not come yet. Another identity becomes the user's only right after this key was introduced with one
 * from before, see `LoginRecords.canAdd`.
 *
 * An address that the user proved with this gateway, in a change that only the vault has finished, is the user's, too:
 * otherwise neither address could log in if the frame that made the change never comes back.
 *
 * Call it in a transaction with the locks of the user and the identity, so that of two identities for one new user only
 * one is stored.
 *
 * @returns `admitted`, `added` if the user has another identity now, or `moved` if that finished a change of address; then
 * identity and key are stored.
 */
export async function admit({
  identities,
  addresses,
  logins,
  introduction: { way, jkt, sub, format },
  indexes,
  now,
}: {
  identities: IdentityStore
  addresses: AddressRecords
  logins: LoginRecords
  introduction: Pick<Introduction, 'way' | 'jkt' | 'sub' | 'format'>
  indexes: IdentityIndexes
  now: number
}): Promise<'admitted' | 'added' | 'moved' | 'refused'> {
  if (sub === null) return 'refused'
  const [index] = indexes
  const owners = await identities.findOwners({ way, indexes })
  const own = owners.find(({ userId }) => userId === sub)
  // A code of six digits is enough only for a known key, and the key may have been revoked since the code was mailed.
  if (format === 'digits' && !(own && (await identities.isIntroduced({ userId: sub, jkt })))) return 'refused'
  let admission: 'admitted' | 'added' | 'moved' = 'admitted'
  if (own) {
    if (own.ix !== index.ix) await identities.rewrite({ way, from: own.ix, to: index })
  } else {
    const ixs = indexes.map(({ ix }) => ix)
    if (await addresses.isReserved({ ixs, now, except: sub })) return 'refused'
    const isFree = owners.length === 0
    const change = isFree ? await addresses.findProven({ userId: sub, ixs, now }) : undefined
    if (isFree && (await identities.hasNothing(sub))) {
      await identities.bind({ userId: sub, way, index, now })
      await identities.found({ userId: sub, jkt })
    } else if (change && (await addresses.move({ change, indexes, now }))) {
      admission = 'moved'
    } else {
      const others = owners.map(({ userId }) => userId)
      if (!(await logins.canAdd({ userId: sub, jkt, way, owners: others, now }))) return 'refused'
      await identities.bind({ userId: sub, way, index, now })
      admission = 'added'
    }
  }
  await identities.introduce({ userId: sub, jkt, way, now })
  return admission
}
