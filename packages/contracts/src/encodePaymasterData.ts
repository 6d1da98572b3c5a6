import type { Hex } from 'viem'
import { concatHex, numberToHex } from 'viem/utils'

/**
 * Encodes the `paymasterData` of an operation that a SponsorPaymaster pays: times and the signature of `sponsorTypedData`. The packed
 * operation has them after the paymaster's address and gas limits.
 */
export function encodePaymasterData({
  validAfter,
  validUntil,
  signature,
}: {
  validAfter: number
  validUntil: number
  signature: Hex
}): Hex {
  return concatHex([numberToHex(validAfter, { size: 6 }), numberToHex(validUntil, { size: 6 }), signature])
}
