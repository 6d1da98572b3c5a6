/*
 * Addresses of Bitcoin: Bech32 (BIP-173) for segwit 0, Bech32m (BIP-350) for taproot, Base58Check for those of before.
 * Here, and not by `@scure/btc-signer`, whose curves a page needs only once it builds or checks a transaction.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { NetworkName } from '../networks/bitcoinNetworks.ts'

const test = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** What addresses and keys of a network begin with, in the form of `@scure/btc-signer`. */
export const addressParams: Readonly<Record<NetworkName, typeof test>> = {
  mainnet: { bech32: 'bc', pubKeyHash: 0, scriptHash: 5, wif: 0x80 },
  testnet: test,
  testnet4: test,
  signet: test,
  regtest: { ...test, bech32: 'bcrt' },
}

const base58check = createBase58check(sha256)

/** The output script of an address of a network; `undefined` for what is none, or of another. Never throws. */
export function addressScript(address: unknown, network: NetworkName): Uint8Array | undefined {
  if (typeof address !== 'string' || address.length > 100) return undefined
  const params = addressParams[network]
  try {
    const isSegwit = address.toLowerCase().startsWith(`${params.bech32}1`)
    return isSegwit ? segwitScript(address) : base58Script(base58check.decode(address), params)
  } catch {
    // A letter or a checksum that is wrong.
    return undefined
  }
}

function segwitScript(address: string): Uint8Array | undefined {
  const text = address as `${string}1${string}`
  const decoded = bech32.decodeUnsafe(text)
  const { words } = decoded ?? bech32m.decode(text)
  const [version, ...rest] = words
  const program = bech32.fromWords(rest)
  // The first version has the first checksum, the second the second; later ones are not known.
  if (version === 0 && decoded && (program.length === 20 || program.length === 32))
    return Uint8Array.of(0, program.length, ...program)
  return version === 1 && !decoded && program.length === 32 ? Uint8Array.of(0x51, 32, ...program) : undefined
}

function base58Script(data: Uint8Array, { pubKeyHash, scriptHash }: typeof test): Uint8Array | undefined {
  const [prefix, ...hash] = data
  if (hash.length !== 20) return undefined
  if (prefix === pubKeyHash) return Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)
  return prefix === scriptHash ? Uint8Array.of(0xa9, 20, ...hash, 0x87) : undefined
}
