/*
 * Bitcoin addresses: Bech32 (BIP-173) for segwit version 0, Bech32m (BIP-350) for taproot, Base58Check for legacy ones.
 * Implemented here because `@scure/btc-signer` includes elliptic curves, which a page needs only to build or check a
 * transaction.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { NetworkName } from '../networks/networkNames.ts'

const test = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** The prefixes of addresses and keys on each network, in the format of `@scure/btc-signer`. */
export const addressParams: Readonly<Record<NetworkName, typeof test>> = {
  mainnet: { bech32: 'bc', pubKeyHash: 0, scriptHash: 5, wif: 0x80 },
  testnet: test,
  testnet4: test,
  signet: test,
  regtest: { ...test, bech32: 'bcrt' },
}

const base58check = createBase58check(sha256)

/** Returns the output script of an address, or `undefined` if it is invalid or of another network. Never throws. */
export function addressScript(address: unknown, network: NetworkName): Uint8Array | undefined {
  if (typeof address !== 'string' || address.length > 100) return undefined
  const params = addressParams[network]
  try {
    const isSegwit = address.toLowerCase().startsWith(`${params.bech32}1`)
    return isSegwit ? segwitScript(address) : base58Script(base58check.decode(address), params)
  } catch {
    // An invalid character or checksum.
    return undefined
  }
}

function segwitScript(address: string): Uint8Array | undefined {
  const text = address as `${string}1${string}`
  const decoded = bech32.decodeUnsafe(text)
  const { words } = decoded ?? bech32m.decode(text)
  const [version, ...rest] = words
  const program = bech32.fromWords(rest)
  // Version 0 requires the Bech32 checksum and version 1 Bech32m. Later versions are not supported.
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
