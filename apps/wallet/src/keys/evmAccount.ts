// From entropy to the EVM account: BIP-39 (English, no passphrase), BIP-32, m/44'/60'/0'/0/0 (BIP-44, SLIP-44).
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Hex } from 'viem'
import { getAddress } from 'viem/utils'

const path = "m/44'/60'/0'/0/0"

/** A private key and its address. */
export type EvmAccount = { privateKey: Uint8Array; address: Hex }

/** The wallet's first EVM account. Takes the time of 2 048 rounds of PBKDF2, some milliseconds. */
export async function deriveEvmAccount(entropy: Uint8Array): Promise<EvmAccount> {
  const seed = await mnemonicToSeed(entropyToMnemonic(entropy, wordlist))
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(path)
  seed.fill(0)
  // 1 of 2^127 seeds has no such key.
  if (!privateKey) throw new Error('This entropy has no account: make another wallet.')
  return { privateKey, address: addressOf(secp256k1.getPublicKey(privateKey, false)) }
}

/** The address of an uncompressed public key, with its checksum (EIP-55). */
export function addressOf(publicKey: Uint8Array): Hex {
  const hash = keccak_256(publicKey.subarray(1)).subarray(12)
  return getAddress(`0x${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
}
