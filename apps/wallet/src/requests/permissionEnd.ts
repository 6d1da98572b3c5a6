import type { Asset } from './Effect.ts'
import { formatTime } from './formatTime.ts'
import { lastsForEver } from './lastsForEver.ts'
import { type Owner, ownerWords } from './ownerWords.ts'

/** Returns when a permission of an owner ends: at a time in seconds since 1970, or without one. */
export function permissionEnd(
  { kind }: Pick<Asset, 'kind'>,
  until: bigint | undefined,
  owner: Owner = 'you',
): string {
  const revoked = ownerWords[owner].revokes
  if (until === undefined && kind === 'nft') return `when the NFT has a new owner, or when ${revoked}`
  if (until === undefined && kind === 'unclear')
    return `for a token: never, unless ${revoked}; for an NFT: when it has a new owner, or when ${revoked}`
  if (lastsForEver(until)) return `never, unless ${revoked}`
  // Permit2 replaces 0 by the time of the block.
  return until === 0n ? 'a few seconds after it begins' : formatTime(until)
}
