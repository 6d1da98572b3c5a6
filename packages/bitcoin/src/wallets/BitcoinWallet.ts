import type { NetworkName } from '../networks/bitcoinNetworks.ts'

/** Which message signature is wanted. */
export type MessageProtocol = 'bip322' | 'ecdsa'

/** An input of a PSBT to sign. */
export interface InputToSign {
  address: string
  index: number
  sighashTypes?: readonly number[] | undefined
}

/** What a wallet says of its own accord. What it does not say is left out. */
export interface WalletChange {
  addresses?: readonly unknown[] | undefined
  network?: NetworkName | undefined
  /** The wallet has let go of the page. */
  isGone?: boolean | undefined
  /** The wallet said that something changed, and not what. */
  isUnclear?: boolean | undefined
}

/**
 * The one shape that every kind of wallet is brought into. Answers are unchecked: the connector trusts none of them. A
 * method a wallet does not have throws 4200. Addresses are what the wallet gave, objects with `address` at least.
 */
export interface BitcoinWallet {
  /** Where the wallet can be. */
  networks(): readonly NetworkName[]
  /** `silent` must not open the wallet: it reads what was granted before, else answers with no addresses. */
  connect(parameters: {
    silent: boolean
    network: NetworkName
  }): Promise<{ addresses: readonly unknown[]; network: NetworkName }>
  disconnect(): Promise<unknown>
  /** Goes to another network; the addresses there. */
  switchNetwork(network: NetworkName): Promise<readonly unknown[]>
  /** A signature in base64 or as bytes. */
  signMessage(parameters: {
    address: string
    message: string
    protocol: MessageProtocol
    network: NetworkName
  }): Promise<unknown>
  /** The signed PSBT, as bytes, base64 or hex. */
  signPsbt(parameters: {
    psbt: Uint8Array
    inputs: readonly InputToSign[]
    network: NetworkName
  }): Promise<unknown>
  /** The id of a transaction the wallet made by itself; left out where it can only sign. */
  sendTransfer?:
    | ((parameters: { recipient: string; amount: bigint; network: NetworkName }) => Promise<unknown>)
    | undefined
  listen(tell: (change: WalletChange) => void): () => void
}
