import type { Network } from '@portico/react'

/** A connected wallet with its account and network. */
export interface ConnectedWallet<Provider = unknown> {
  provider: Provider
  address: string
  network: Network
}

/** The demo's requests to wallets of one namespace. Each resolves to a sentence with the result. */
export interface WalletRequests<Provider = unknown> {
  signMessage(wallet: ConnectedWallet<Provider>): Promise<string>
  /** EIP-712; only on Ethereum. */
  signTypedData?(wallet: ConnectedWallet<Provider>): Promise<string>
  /** Sends a small amount of the native token to another account of the test mnemonic. */
  sendTransaction(wallet: ConnectedWallet<Provider>): Promise<string>
  readBlockNumber(wallet: ConnectedWallet<Provider>): Promise<string>
}
