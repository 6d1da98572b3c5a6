import type { InputToSign, MessageProtocol } from '../wallets/BitcoinWallet.ts'

/**
 * The provider that an application uses on Bitcoin. Methods reject with an `RpcError` that carries the wallet's error
 * code.
 */
export interface BitcoinProvider {
  /** The wallet's ID, for example `xverse`. */
  readonly id: string
  readonly name: string
  /**
   * Returns the connected addresses, payment addresses first. `publicKey` is hex, or empty if the wallet shares none.
   */
  getAccountAddresses(): Promise<{ address: string; purpose: 'payment' | 'ordinal'; publicKey: string }[]>
  /**
   * Signs a message and returns the signature in base64. `protocol` defaults to `bip322`, or to `ecdsa` (a recoverable
   * signature) for P2PKH addresses.
   */
  signMessage(parameters: {
    address: string
    message: string
    protocol?: MessageProtocol | undefined
  }): Promise<string>
  /** Pays from the connected account and returns the transaction ID. `amount` is in satoshi, as a decimal string. */
  sendTransfer(parameters: { recipient: string; amount: string }): Promise<string>
  /** Signs inputs of a PSBT (base64). With `broadcast`, also finalizes and sends the transaction. */
  signPSBT(parameters: {
    psbt: string
    signInputs: readonly InputToSign[]
    broadcast?: boolean | undefined
  }): Promise<{ psbt: string; txid?: string | undefined }>
  /**
   * Calls a method by its JSON-RPC name: `getAccountAddresses`, `signMessage`, `sendTransfer` or `signPsbt`. `params`
   * is the parameter object, or an array with that object.
   */
  request(request: { method: string; params?: unknown }): Promise<unknown>
}
