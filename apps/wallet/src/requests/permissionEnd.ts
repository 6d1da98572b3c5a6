import type { Asset } from './Effect.ts'
import { effectText } from './effectCopy.ts'
import { formatTime } from './formatTime.ts'
import { lastsForEver } from './lastsForEver.ts'
import type { Owner } from './Owner.ts'

/** Returns when a permission of an owner ends: at a time in seconds since 1970, or without one. */
export function permissionEnd(
  { kind }: Pick<Asset, 'kind'>,
  until: bigint | undefined,
  owner: Owner = 'you',
): string {
  if (until === undefined && (kind === 'nft' || kind === 'unclear'))
    return effectText(`effect.ends.${kind}.${owner}`)
  if (lastsForEver(until)) return effectText(`effect.ends.never.${owner}`)
  // Permit2 replaces 0 by the time of the block.
  return until === 0n ? effectText('effect.ends.soon') : formatTime(until)
}
