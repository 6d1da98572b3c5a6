import { BaseError } from '@portico/protocol'

/**
 * Returns how much less than a provider offers now still is the minimum, in hundredths of a percent, rounded down.
 *
 * @throws {BaseError} if the provider offers less than the minimum.
 */
export function toSlippageBps({
  offered,
  minimum,
  most,
}: {
  offered: bigint
  minimum: bigint
  /** The most that the provider accepts. */
  most: number
}): number {
  if (offered < minimum) throw new BaseError('The provider now offers less than the minimum.')
  const bps = ((offered - minimum) * 10_000n) / offered
  return bps > BigInt(most) ? most : Number(bps)
}
