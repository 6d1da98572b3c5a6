import { createHash } from 'node:crypto'
import { base58, bech32, bech32m } from '@scure/base'
import { bitcoinNetworks } from './bitcoinNetworks.ts'

/** A Bitcoin address in canonical form, with the CAIP-2 references of the networks on which it is valid. */
export type BitcoinAddress = { address: string; references: readonly string[] }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/**
 * Parses an address: base58check, bech32 for witness version 0, bech32m for later versions. Undefined if it is invalid
 * or belongs to no known network.
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki
 */
export function readBitcoinAddress(text: string): BitcoinAddress | undefined {
  if (text.length < 14 || text.length > 90) return undefined
  try {
    return /^(bc|tb|bcrt)1/i.test(text) ? readSegwit(text) : readBase58(text)
  } catch {
    // Invalid characters, mixed case, or a wrong checksum.
    return undefined
  }
}

function readSegwit(text: string): BitcoinAddress | undefined {
  const address = text.toLowerCase()
  if (text !== address && text !== text.toUpperCase()) return undefined
  const isFirst = address[address.lastIndexOf('1') + 1] === 'q'
  const { prefix, words } = (isFirst ? bech32 : bech32m).decode(address as `${string}1${string}`, 90)
  const [version = 17, ...data] = words
  const program = bech32.fromWords(data)
  if (version > 16 || program.length < 2 || program.length > 40) return undefined
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined
  return found(address, ({ hrp }) => hrp === prefix)
}

function readBase58(text: string): BitcoinAddress | undefined {
  if (text.length > 35) return undefined
  const bytes = base58.decode(text)
  if (bytes.length !== 25) return undefined
  const sum = sha256(sha256(bytes.subarray(0, 21))).subarray(0, 4)
  if (!sum.equals(bytes.subarray(21))) return undefined
  return found(text, ({ versions }) => versions.includes(bytes[0] as number))
}

function found(
  address: string,
  isOn: (network: (typeof bitcoinNetworks)[string]) => boolean,
): BitcoinAddress | undefined {
  const references = Object.entries(bitcoinNetworks).flatMap(([reference, network]) =>
    isOn(network) ? reference : [],
  )
  return references.length === 0 ? undefined : { address, references }
}
