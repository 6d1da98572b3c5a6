import type { WalletAdapter } from './WalletAdapter.ts'

/** Returns whether an object that the application passed is a wallet adapter: a wallet of the Wallet Standard has `features`. */
export function isWalletAdapter(wallet: object): wallet is WalletAdapter {
  return !('features' in wallet) && 'connect' in wallet
}
