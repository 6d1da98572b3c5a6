import type { Page } from '@playwright/test'

/** Registers a Wallet Standard wallet for Solana in every page from now on. It connects, but does not sign. */
export async function registerWallet(page: Page, { name }: { name: string }): Promise<void> {
  await page.addInitScript((walletName) => {
    const chains = ['solana:localnet', 'solana:devnet']
    const account = {
      // Account 1 of the test mnemonic.
      address: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
      publicKey: new Uint8Array(32).fill(1),
      chains,
      features: ['solana:signMessage', 'solana:signTransaction'],
    }
    let accounts: object[] = []
    const nothing = { version: '1.0.0' }
    const wallet = {
      version: '1.0.0',
      name: walletName,
      icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
      chains,
      get accounts() {
        return accounts
      },
      features: {
        'standard:connect': {
          ...nothing,
          connect: async ({ silent = false } = {}) => {
            if (!silent) accounts = [account]
            return { accounts }
          },
        },
        'standard:disconnect': {
          ...nothing,
          disconnect: async () => {
            accounts = []
          },
        },
        'standard:events': { ...nothing, on: () => () => {} },
        'solana:signMessage': { ...nothing, signMessage: async () => [] },
        'solana:signTransaction': {
          ...nothing,
          supportedTransactionVersions: ['legacy', 0],
          signTransaction: async () => [],
        },
      },
    }
    const register = ({ register: add }: { register(one: object): void }) => add(wallet)
    window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  }, name)
}
