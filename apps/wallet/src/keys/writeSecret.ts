import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { VaultContent } from './vaultContent.ts'

/** Writes what a wallet holds as another wallet app takes it: the words of a seed (BIP-39), or the private key in hex. */
export function writeSecret(content: VaultContent): string {
  if (content.kind === 'seed') return entropyToMnemonic(content.entropy, wordlist)
  return `0x${Array.from(content.privateKey, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
