import type { Account } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { base58Bytes } from './bytes.ts'
import { readChains } from './parseWallet.ts'
import { readList } from './readList.ts'

const maxAccounts = 100

/** The accounts of a wallet, and the wallet's own account objects by address. */
export interface ParsedAccounts {
  accounts: Account[]
  originals: Map<string, object>
  /** Whether the list or a Solana entry was malformed. */
  hasGarbage: boolean
}

/**
 * Returns the Solana accounts in the account list of a Wallet Standard wallet: valid addresses, each once, at most 100.
 * Accounts of other chains, which multi-chain wallets have in the same list, are skipped. Never throws.
 */
export function parseAccounts(value: unknown): ParsedAccounts {
  const originals = new Map<string, object>()
  const list = readList(value)
  // Unlike an empty list, a value that is not a list or cannot be read is malformed.
  let hasGarbage = list.length === 0 && readProperty(value, 'length') !== 0
  for (const original of list) {
    const address = readProperty(original, 'address')
    if (isOfOtherChains(original)) continue
    if (!base58Bytes(address, 32)) hasGarbage = true
    else if (!originals.has(address as string) && originals.size < maxAccounts) {
      originals.set(address as string, original as object)
    }
  }
  const accounts = [...originals.keys()].map((address): Account => ({ address, type: 'eoa' }))
  return { accounts, originals, hasGarbage }
}

function isOfOtherChains(account: unknown): boolean {
  const chains = readList(readProperty(account, 'chains'))
  return chains.length > 0 && readChains(account).length === 0
}
