// Derives the EVM account from entropy: BIP-39 (English, no passphrase), BIP-32, m/44'/60'/0'/0/0 (BIP-44, SLIP-44).
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Hex } from 'viem'
import { addressOf } from './addressOf.ts'

const path = "m/44'/60'/0'/0/0"

/** A private key and its address. */
export type EvmAccount = { privateKey: Uint8Array; address: Hex }

/** Derives the wallet's first EVM account. The browser computes PBKDF2: in JavaScript it takes a new worker 100 ms and more. */
export async function deriveEvmAccount(entropy: Uint8Array): Promise<EvmAccount> {
  const seed = await mnemonicToSeedWebcrypto(entropyToMnemonic(entropy, wordlist))
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(path)
  seed.fill(0)
  // BIP-32 allows a derivation to fail, with a probability below 2^-127.
  if (!privateKey) throw new Error('No account can be derived from this entropy: create another wallet.')
  return { privateKey, address: addressOf(secp256k1.getPublicKey(privateKey, false)) }
}
