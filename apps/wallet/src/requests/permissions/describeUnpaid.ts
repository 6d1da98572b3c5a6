import { coinName } from '../formatAsset.ts'
import { formatTime } from '../formatTime.ts'
import type { Assets } from '../readAssets.ts'
import { caveatCoding } from './caveatCoding.ts'
import { permissionText } from './copy.ts'
import type { Delegation } from './Delegation.ts'

/**
 * Says what the visitor can do who has too few coins for the fee of a revocation, if nobody else pays it; undefined if they are enough, or it is not known
 * when the permission ends.
 */
export function describeUnpaid(
  revocation: Delegation | 'all',
  {
    fee,
    facts,
  }: {
    /** Maximum fee in wei that the account pays in coins. */
    fee: bigint
    facts: Assets
  },
): string | undefined {
  const { balance } = facts.coin
  if (balance === undefined || balance >= fee) return undefined
  const name = coinName(facts)
  if (revocation === 'all') return permissionText('permission.unpaid.all', { name })
  const expiresAt = caveatCoding.read(revocation.delegate, revocation.caveats)?.terms.expiresAt
  if (expiresAt === undefined) return undefined
  return permissionText('permission.unpaid.one', { name, time: formatTime(BigInt(expiresAt)) })
}
