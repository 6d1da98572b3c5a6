import type { NetworkName } from '../networks/networkNames.ts'

/** The signature format of a message. */
export type MessageProtocol = 'bip322' | 'ecdsa'

/** An input of a PSBT to sign. */
export interface InputToSign {
  address: string
  index: number
  sighashTypes?: readonly number[] | undefined
}

/** A change that a wallet reports. Only the fields that the wallet reported are set. */
export interface WalletChange {
  addresses?: readonly unknown[] | undefined
  network?: NetworkName | undefined
  /** The wallet disconnected from the page. */
  isDisconnected?: boolean | undefined
  /** Something changed, but the event does not say what: read the accounts again. */
  needsRefresh?: boolean | undefined
}

/**
 * The common interface of all wallet adapters. Returned values are not validated; the connector validates them.
 * Methods that the wallet does not support throw 4200. Addresses are passed on as the wallet returned them: objects
 * with `address`.
 */
export interface BitcoinWallet {
  /** Returns the networks that the wallet supports. */
  networks(): readonly NetworkName[]
  /**
   * Connects. With `silent`, must not open the wallet: returns the addresses already authorized, or none. Returns the
   * network that the wallet is on, which may differ from the requested one.
   */
  connect(parameters: {
    silent: boolean
    network: NetworkName
  }): Promise<{ addresses: readonly unknown[]; network: NetworkName }>
  disconnect(): Promise<unknown>
  /** Switches to another network and returns the addresses on it. */
  switchNetwork(network: NetworkName): Promise<readonly unknown[]>
  /** Signs a message. Returns the signature in base64 or as bytes. */
  signMessage(parameters: {
    address: string
    message: string
    protocol: MessageProtocol
    network: NetworkName
  }): Promise<unknown>
  /** Signs a PSBT. Returns it as bytes, base64 or hex. */
  signPsbt(parameters: {
    psbt: Uint8Array
    inputs: readonly InputToSign[]
    network: NetworkName
  }): Promise<unknown>
  /** Sends a payment and returns the transaction ID. Absent if the wallet can only sign. `amount` is in satoshi. */
  sendTransfer?:
    | ((parameters: { recipient: string; amount: bigint; network: NetworkName }) => Promise<unknown>)
    | undefined
  /** Subscribes to changes and returns a function that ends the subscription. */
  listen(onChange: (change: WalletChange) => void): () => void
}
