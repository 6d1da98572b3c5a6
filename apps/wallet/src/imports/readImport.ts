import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { deriveContentAccount } from '../keys/deriveContentAccount.ts'
import type { VaultContent } from '../keys/vaultContent.ts'

/** Why a text cannot be imported. `words`: the places of words that are not in the list, starting at 1. */
export type ImportProblem =
  | { problem: 'empty' | 'checksum' | 'key-invalid' }
  | { problem: 'length'; count: number }
  | { problem: 'words'; places: readonly number[] }

const counts = [12, 24]
const keyPattern = /^(?:0x)?([0-9a-f]{64})$/

/**
 * Reads a typed phrase of 12 or 24 English words (BIP-39, without a passphrase), or a private key in hex.
 *
 * @returns what the wallet will hold, or what is wrong with the text.
 */
export async function readImport(text: string): Promise<{ content: VaultContent } | ImportProblem> {
  const typed = text.normalize('NFKD').trim().toLowerCase()
  if (typed === '') return { problem: 'empty' }
  const [, key] = keyPattern.exec(typed) ?? []
  if (key !== undefined) return readKey(key)
  const words = typed.split(/\s+/)
  if (words.length === 1 && /^(?:0x)?[0-9a-f]+$/.test(typed)) return { problem: 'key-invalid' }
  const places = words.flatMap((word, index) => (wordlist.includes(word) ? [] : [index + 1]))
  if (places.length > 0) return { problem: 'words', places }
  if (!counts.includes(words.length)) return { problem: 'length', count: words.length }
  try {
    const entropy = Uint8Array.from(mnemonicToEntropy(words.join(' '), wordlist))
    return { content: { kind: 'seed', entropy } }
  } catch {
    // Every word is in the list and their number is right: only the checksum is left.
    return { problem: 'checksum' }
  }
}

async function readKey(hex: string): Promise<{ content: VaultContent } | ImportProblem> {
  const privateKey = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const content: VaultContent = { kind: 'key', namespace: 'eip155', privateKey }
  try {
    await deriveContentAccount(content)
    return { content }
  } catch {
    return { problem: 'key-invalid' }
  }
}
