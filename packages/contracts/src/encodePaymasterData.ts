import type { Hex } from 'viem'
import { concatHex, numberToHex } from 'viem/utils'

/**
 * Encodes the `paymasterData` of an operation that a SponsorPaymaster pays: both times in six bytes each, and the signature. In the
 * packed operation they follow the paymaster's address and gas limits.
 *
 * @param validAfter seconds since 1970, as in `sponsorTypedData`
 * @param validUntil seconds since 1970, as in `sponsorTypedData`
 * @param signature of `sponsorTypedData` by the contract's signer, 65 bytes
 * @see https://eips.ethereum.org/EIPS/eip-4337
 * @example
 * const times = { validAfter: 0, validUntil: Math.floor(Date.now() / 1000) + 180 }
 * const signature = await signer.signTypedData(sponsorTypedData({ chainId: 1, paymaster, operation, ...times }))
 * const paymasterData = encodePaymasterData({ ...times, signature })
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
