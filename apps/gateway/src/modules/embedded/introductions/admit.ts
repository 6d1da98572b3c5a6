import type { IdentityIndexes } from './createIdentityIndexes.ts'
import type { IdentityStore } from './createIdentityStore.ts'
import type { Introduction } from './createIntroductionStore.ts'

/**
 * Decides whether a key may be introduced as a user, after the code was right: the identity must be the user's, or both must
 * be new. So whoever controls the vault can neither give a user's wallet to another address, nor prepare a user for an
 * address whose owner has not come yet.
 *
 * Call it in a transaction with the locks of the user and the identity, so that of two identities for one new user only
 * one is stored.
 *
 * @returns whether it is admitted; then identity and key are stored.
 */
export async function admit({
  identities,
  introduction: { way, jkt, sub, format },
  indexes,
  now,
}: {
  identities: IdentityStore
  introduction: Pick<Introduction, 'way' | 'jkt' | 'sub' | 'format'>
  indexes: IdentityIndexes
  now: number
}): Promise<boolean> {
  if (sub === null) return false
  const [index] = indexes
  const owners = await identities.findOwners({ way, indexes })
  const own = owners.find(({ userId }) => userId === sub)
  // A code of six digits is enough only for a known key, and the key may have been revoked since the code was mailed.
  if (format === 'digits' && !(own && (await identities.isIntroduced({ userId: sub, jkt })))) return false
  if (own) {
    if (own.ix !== index.ix) await identities.rewrite({ way, from: own.ix, to: index })
  } else {
    if (owners.length > 0 || !(await identities.hasNothing(sub))) return false
    await identities.bind({ userId: sub, way, index, now })
  }
  await identities.introduce({ userId: sub, jkt, way, now })
  return true
}
