/** Where a wallet remembers what survives a reload. `localStorage` and `sessionStorage` fit. */
export type WalletStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/**
 * A storage that lives as long as the variable it is in. Give the same one to two wallets, one after the other,
 * to act out a reload.
 *
 * @example
 * import { createEvmWallet, memoryStorage } from '@portico/testkit'
 * const storage = memoryStorage()
 * const before = createEvmWallet({ chains: [{ chainId: 31337 }], storage })
 * await before.provider.request({ method: 'eth_requestAccounts' })
 * const after = createEvmWallet({ chains: [{ chainId: 31337 }], storage })
 * await after.provider.request({ method: 'eth_accounts' }) // still connected
 */
export function memoryStorage(): WalletStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  }
}
