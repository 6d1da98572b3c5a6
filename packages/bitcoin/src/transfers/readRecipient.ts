import type { Network, Recipient } from '@portico/core'
import { toNetworkName } from '../networks/bitcoinNetworks.ts'
import { coinDecimals, supply } from '../networks/supply.ts'
import { addressScript } from '../parsing/addressScript.ts'

/** Longer texts are not read. */
const maxLength = 1000

/**
 * Reads an address of the network, or a payment link (BIP-21). White space around the text is ignored. Returns undefined for anything
 * else: for an address of another network, a link without an address, and one that requires what is not known here.
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki
 */
export function readRecipient({ text, network }: { text: string; network: Network }): Recipient | undefined {
  const trimmed = text.trim()
  if (trimmed.length > maxLength) return undefined
  const [, target, query] = /^bitcoin:([^?]*)(?:\?(.*))?$/i.exec(trimmed) ?? []
  const address = readAddress(target ?? trimmed, network)
  if (address === undefined || target === undefined) return address === undefined ? undefined : { address }
  const parameters = readParameters(query)
  if (!parameters) return undefined
  const amount = parameters.get('amount')
  if (amount === undefined) return { address, isLink: true }
  const units = readAmount(amount)
  return units === undefined ? undefined : { address, amount: { units }, isLink: true }
}

function readAddress(text: string, { caipNetworkId }: Network): string | undefined {
  const network = toNetworkName(caipNetworkId)
  if (!network || !addressScript(text, network)) return undefined
  // Bech32 ignores case, Base58 does not.
  return /^(bc|tb|bcrt)1/i.test(text) ? text.toLowerCase() : text
}

/**
 * Returns the parameters of a link, with their names in lower case, as in QR codes that have upper case only. Returns undefined if one
 * is there twice, or is required (`req-`) but not known.
 */
function readParameters(query = ''): Map<string, string> | undefined {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value] as const)
  const parameters = new Map(pairs)
  const isRequired = [...parameters.keys()].some((name) => name.startsWith('req-'))
  return isRequired || parameters.size !== pairs.length ? undefined : parameters
}

/** Reads an amount in whole coins, such as `0.015`, as satoshi. */
function readAmount(text: string): bigint | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(text) ?? []
  const fraction = decimals.replace(/0+$/, '')
  if (whole === '' || fraction.length > coinDecimals) return undefined
  const units = BigInt(`${whole}${fraction.padEnd(coinDecimals, '0')}`)
  return units <= supply ? units : undefined
}
