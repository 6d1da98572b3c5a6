import type { Account } from '@portico/core'

const maxAccounts = 100

/**
 * Parses the value of `eth_accounts`, `eth_requestAccounts` or `accountsChanged`. Returns the valid addresses,
 * without duplicates, at most 100; `undefined` if the value is not an array. Never throws.
 */
export function parseAccounts(value: unknown): Account[] | undefined {
  const list = copy(value)
  const accounts = new Map<string, Account>()
  for (const address of list ?? []) {
    if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) continue
    const key = address.toLowerCase()
    if (!accounts.has(key) && accounts.size < maxAccounts) accounts.set(key, { address, type: 'eoa' })
  }
  return list && [...accounts.values()]
}

function copy(value: unknown): unknown[] | undefined {
  try {
    return Array.isArray(value) ? value.slice(0, 1000) : undefined
  } catch {
    // An array whose elements throw when they are read.
    return undefined
  }
}
