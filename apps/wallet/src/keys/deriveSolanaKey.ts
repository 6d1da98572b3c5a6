// Derives the Solana key: BIP-39 (English, no passphrase), SLIP-10 for ed25519, m/44'/501'/0'/0' (SLIP-44). Other wallets, such as
// Phantom and Solflare, use the same path: the words open the same account there.
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { deriveEd25519Key } from './deriveEd25519Key.ts'
import type { VaultContent } from './vaultContent.ts'

/** Indexes of the path, all of them hardened. */
const path = [44, 501, 0, 0]

/**
 * Derives the private key (ed25519, the seed of RFC 8032) of the wallet's first Solana account. Returns undefined for a wallet
 * that holds the private key of an EVM account: it has no Solana account.
 */
export async function deriveSolanaKey(content: VaultContent): Promise<Uint8Array | undefined> {
  if (content.kind !== 'seed') return undefined
  const seed = await mnemonicToSeedWebcrypto(entropyToMnemonic(content.entropy, wordlist))
  const key = deriveEd25519Key(seed, path)
  seed.fill(0)
  return key
}
