import type { Recipient } from '@portico/core'
import { readAddress } from './readAddress.ts'

/**
 * Reads a payment link: of the coin, or of a token with `/transfer`. Returns undefined if the link is malformed, is for another
 * network, names its recipient (ENS) or calls another function. Parameters about gas are ignored.
 *
 * @see https://eips.ethereum.org/EIPS/eip-681
 */
export function readPaymentLink({ link, chainId }: { link: string; chainId: number }): Recipient | undefined {
  const [, target = '', chain, call, query] = pattern.exec(link) ?? []
  const address = readAddress(target)
  if (!address || (chain !== undefined && chain !== String(chainId))) return undefined
  const parameters = readParameters(query)
  if (!parameters) return undefined
  const value = parameters.get('value')
  if (call === undefined) return toRecipient({ address }, value)
  // Coins sent to the contract of a token would be lost.
  if (call !== 'transfer' || (value !== undefined && readNumber(value) !== 0n)) return undefined
  const to = readAddress(parameters.get('address') ?? '')
  return to === undefined
    ? undefined
    : toRecipient({ address: to, token: address }, parameters.get('uint256'))
}

const pattern = /^ethereum:(?:pay-)?([^@/?]+)(?:@(\d{1,16}))?(?:\/([^?]*))?(?:\?(.*))?$/i

/** Returns the parameters of a link; undefined if one is there twice, so that two readers cannot read it differently. */
function readParameters(query = ''): Map<string, string> | undefined {
  const pairs = [...new URLSearchParams(query)]
  const parameters = new Map(pairs)
  return parameters.size === pairs.length ? parameters : undefined
}

function toRecipient(recipient: Recipient, amount: string | undefined): Recipient | undefined {
  if (amount === undefined) return { ...recipient, isLink: true }
  const units = readNumber(amount)
  return units === undefined ? undefined : { ...recipient, amount: { units }, isLink: true }
}

/** Amounts are 256-bit numbers, which have at most 78 digits. */
const maxDigits = 78

/** Reads a number such as `2.014e18`, which must be whole, not negative and below 2^256. */
function readNumber(text: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e(\d{1,2})?)?$/i.exec(text) ?? []
  if (whole === undefined) return undefined
  const decimals = fraction.replace(/0+$/, '')
  const digits = `${whole}${decimals}`.replace(/^0+/, '')
  if (digits === '') return 0n
  const zeros = Number(exponent) - decimals.length
  if (zeros < 0 || digits.length + zeros > maxDigits) return undefined
  const value = BigInt(`${digits}${'0'.repeat(zeros)}`)
  return value < 2n ** 256n ? value : undefined
}
