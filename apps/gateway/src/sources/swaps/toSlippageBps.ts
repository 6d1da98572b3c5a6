import { Problem } from '../../infra/http/Problem.ts'

/**
 * Returns how much less than a provider offers now still is the minimum, in hundredths of a percent, rounded down.
 *
 * @throws {Problem} `swap-quote-expired` if the provider offers less than the minimum.
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
  if (offered < minimum)
    throw new Problem('swap-quote-expired', { detail: 'The provider now offers less than the minimum.' })
  const bps = ((offered - minimum) * 10_000n) / offered
  return bps > BigInt(most) ? most : Number(bps)
}
