import { type Hex, parseSignature, signatureToCompactSignature } from 'viem'
import { concatHex, numberToHex } from 'viem/utils'

/**
 * Encodes the `paymasterData` of an operation that a SponsorPaymaster pays: both times in six bytes each, and the signature in its
 * short form of 64 bytes. In the packed operation they follow the paymaster's address and gas limits, with which they are four words.
 *
 * @param validAfter seconds since 1970, as in `sponsorTypedData`
 * @param validUntil seconds since 1970, as in `sponsorTypedData`
 * @param signature of `sponsorTypedData` by the contract's signer, in its usual form of 65 bytes
 * @see https://eips.ethereum.org/EIPS/eip-4337
 * @see https://eips.ethereum.org/EIPS/eip-2098
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
  const { r, yParityAndS } = signatureToCompactSignature(parseSignature(signature))
  return concatHex([
    numberToHex(validAfter, { size: 6 }),
    numberToHex(validUntil, { size: 6 }),
    r,
    yParityAndS,
  ])
}
