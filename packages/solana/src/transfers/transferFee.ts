import type { Mint } from '../node/readMint.ts'

/** Returns what Token-2022 withholds from an amount of a token in an epoch; undefined if nothing. Rounded up, as on chain. */
export function transferFee({ fees }: Mint, amount: bigint, epoch: bigint): bigint | undefined {
  if (!fees) return undefined
  const [older, newer] = fees
  const { basisPoints, maximum } = epoch >= newer.epoch ? newer : older
  const fee = (amount * basisPoints + 9_999n) / 10_000n
  return fee > maximum ? maximum || undefined : fee || undefined
}
