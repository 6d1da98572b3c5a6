import type { Asset } from './Effect.ts'
import { formatTime } from './formatTime.ts'

/** The end of the year 9999, in seconds since 1970. */
const endOfCalendar = 253_402_300_799n

/**
 * Says when a permission ends that has no time of its own, or ends at a time in seconds since 1970.
 *
 * @param isOwn whether the visitor gives it
 */
export function permissionEnd(
  { kind }: Pick<Asset, 'kind'>,
  until: bigint | undefined,
  { isOwn = true } = {},
): string {
  const revoked = isOwn ? 'you revoke it' : 'the owner revokes it'
  if (until === undefined && kind === 'nft') return `when the NFT has a new owner, or when ${revoked}`
  if (until === undefined || until < 0n || until > endOfCalendar) return `never, unless ${revoked}`
  // Permit2 replaces 0 by the time of the block.
  return until === 0n ? 'a few seconds after it begins' : formatTime(until)
}
