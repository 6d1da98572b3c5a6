import type { InputToSign, MessageProtocol } from '../wallets/BitcoinWallet.ts'

/**
 * What an application works with on Bitcoin. Every method rejects with an `RpcError` that carries the wallet's code.
 */
export interface BitcoinProvider {
  /** Of the wallet, such as `xverse`. */
  readonly id: string
  readonly name: string
  /** The addresses of the connected account, payments first. `publicKey` in hex, empty where the wallet shares none. */
  getAccountAddresses(): Promise<{ address: string; purpose: 'payment' | 'ordinal'; publicKey: string }[]>
  /** A signature in base64: by BIP-322 if left out, and for addresses of before segwit in the recoverable form. */
  signMessage(parameters: {
    address: string
    message: string
    protocol?: MessageProtocol | undefined
  }): Promise<string>
  /** Pays from the connected account; `amount` in satoshi, as a decimal text. The transaction's id. */
  sendTransfer(parameters: { recipient: string; amount: string }): Promise<string>
  /** Signs inputs of a PSBT (base64); with `broadcast` the transaction is made final and sent. */
  signPSBT(parameters: {
    psbt: string
    signInputs: readonly InputToSign[]
    broadcast?: boolean | undefined
  }): Promise<{ psbt: string; txid?: string | undefined }>
  /** The same as JSON-RPC: `getAccountAddresses`, `signMessage`, `sendTransfer`, `signPsbt`, with one object as parameters. */
  request(request: { method: string; params?: unknown }): Promise<unknown>
}
