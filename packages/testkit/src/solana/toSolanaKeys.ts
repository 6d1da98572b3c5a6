/*
 * Derives the keys of Solana accounts from a BIP-39 seed with SLIP-10 for Ed25519: m/44'/501'/i'/0'. All steps are
 * hardened, as Ed25519 requires.
 * https://github.com/satoshilabs/slips/blob/master/slip-0010.md
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { HDKey } from 'micro-key-producer/slip10.js'

/** A Solana wallet's keys: 32-byte seeds, or a mnemonic. */
export type SolanaKeysOption =
  | readonly Uint8Array[]
  | { mnemonic: string /** The number of accounts. Default: 2. */; count?: number | undefined }

/** An account with its key. */
export type SolanaKey = {
  address: string
  publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

// Accounts 0 and 1 of the public mnemonic "test test test test test test test test test test test junk". They are
// constants, because deriving them takes 0.2 s at page load.
const testSeeds = [
  'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
  '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
].map((hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))

/**
 * Creates the keys of a wallet. Errors name the index of a key, never the key itself.
 *
 * @throws {Error} without accounts, for a seed that is not 32 bytes, or for duplicate accounts.
 */
export function toSolanaKeys(option: SolanaKeysOption = testSeeds): readonly SolanaKey[] {
  const seeds = 'mnemonic' in option ? fromMnemonic(option) : option
  if (seeds.length === 0) throw new Error('A test wallet needs at least one account: `accounts` is empty.')
  const keys = seeds.map(toKey)
  if (new Set(keys.map(({ address }) => address)).size !== keys.length) {
    throw new Error('`accounts` contains the same account twice.')
  }
  return keys
}

function fromMnemonic({ mnemonic, count = 2 }: { mnemonic: string; count?: number | undefined }) {
  let root: HDKey
  try {
    root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
  } catch {
    // The original error is dropped, because it may contain the mnemonic.
    throw new Error('`accounts.mnemonic` is not a BIP-39 mnemonic of 12 to 24 words.')
  }
  return Array.from({ length: count }, (_, index) => root.derive(`m/44'/501'/${index}'/0'`).privateKey)
}

function toKey(seed: Uint8Array, index: number): SolanaKey {
  if (!(seed instanceof Uint8Array) || seed.length !== 32) {
    throw new Error(`accounts[${index}] is not a seed of 32 bytes.`)
  }
  const publicKey = ed25519.getPublicKey(seed)
  return {
    address: base58.encode(publicKey),
    publicKey,
    sign: (message) => ed25519.sign(message, seed),
  }
}
