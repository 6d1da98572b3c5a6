import type { Account } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { base58Bytes } from './bytes.ts'
import { readChains } from './parseWallet.ts'
import { readList } from './readList.ts'

const limit = 100

/** Accounts as a wallet lists them, and the wallet's own object for each address. */
export interface ParsedAccounts {
  accounts: Account[]
  originals: Map<string, object>
  /** Whether entries meant for Solana were malformed. */
  hasGarbage: boolean
}

/**
 * The accounts of a Wallet Standard wallet on Solana: addresses of 32 bytes, each once, at most 100. Those of other
 * chains, which a wallet for several shares in the same list, are passed over. Never throws.
 */
export function parseAccounts(value: unknown): ParsedAccounts {
  const originals = new Map<string, object>()
  const list = readList(value)
  // What is no list, or throws when it is read, is not the same as an empty one.
  let hasGarbage = list.length === 0 && readProperty(value, 'length') !== 0
  for (const original of list) {
    const address = readProperty(original, 'address')
    if (isOfOtherChains(original)) continue
    if (!base58Bytes(address, 32)) hasGarbage = true
    else if (!originals.has(address as string) && originals.size < limit) {
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
