import type { Account } from '@portico/core'

const limit = 100

/**
 * The accounts of `eth_accounts`, `eth_requestAccounts` or `accountsChanged`: what is an address, each once, at
 * most 100. `undefined` where the value is no list. Never throws.
 */
export function parseAccounts(value: unknown): Account[] | undefined {
  const list = copy(value)
  const accounts = new Map<string, Account>()
  for (const address of list ?? []) {
    if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) continue
    const key = address.toLowerCase()
    if (!accounts.has(key) && accounts.size < limit) accounts.set(key, { address, type: 'eoa' })
  }
  return list && [...accounts.values()]
}

function copy(value: unknown): unknown[] | undefined {
  try {
    return Array.isArray(value) ? value.slice(0, 1000) : undefined
  } catch {
    // A list that throws when it is read is none.
    return undefined
  }
}
