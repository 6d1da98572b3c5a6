import type { Network } from '@portico/react'

/** A connected wallet, as the requests of its family need it. */
export interface ConnectedWallet<Provider = unknown> {
  provider: Provider
  address: string
  network: Network
}

/** What the demo asks of a wallet of one family, each with the sentence that tells the answer. */
export interface WalletRequests<Provider = unknown> {
  signMessage(wallet: ConnectedWallet<Provider>): Promise<string>
  /** EIP-712, which is Ethereum's alone. */
  signTypedData?(wallet: ConnectedWallet<Provider>): Promise<string>
  /** A small amount of the network's own coin, to somebody of the test mnemonic. */
  sendTransaction(wallet: ConnectedWallet<Provider>): Promise<string>
  readBlockNumber(wallet: ConnectedWallet<Provider>): Promise<string>
}
