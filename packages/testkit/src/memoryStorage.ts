/** Stores a wallet's state across reloads. `localStorage` and `sessionStorage` fit. */
export type WalletStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/**
 * Creates an in-memory storage. Pass the same one to two wallets, one after the other, to simulate a reload.
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
