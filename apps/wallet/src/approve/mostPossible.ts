import type { Period } from './Limits.ts'

/** Returns the most that can be taken until a permission ends: the amount once for every period that begins before. */
export function mostPossible(
  { amount, period }: { amount: bigint; period?: Period | undefined },
  expiresAt: number,
): bigint {
  if (!period) return amount
  return amount * BigInt(Math.max(0, Math.ceil((expiresAt - period.startsAt) / period.seconds)))
}
