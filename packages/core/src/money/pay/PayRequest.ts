import type { CaipNetworkId } from '@portico/protocol'

/** What an application asks a visitor to pay, as it passes it to `openPay`. */
export interface PayOptions {
  /** CAIP-2 ID of the network, such as `eip155:8453`. */
  network?: string | undefined
  /** The address of the token, or `native` for the network's coin. */
  asset?: string | undefined
  /** Describes the token. Not needed for the coin. */
  metadata?: { name: string; symbol: string; decimals: number } | undefined
  /** The same three in one object, as AppKit has them. */
  paymentAsset?:
    | { network: string; asset: string; metadata: { name: string; symbol: string; decimals: number } }
    | undefined
  recipient: string
  /** In whole coins or tokens: decimal text such as `'12.5'`, or a number. */
  amount: string | number
}

/** A payment that was checked. */
export interface PayRequest {
  networkId: CaipNetworkId
  /** The address in its usual spelling. */
  recipient: string
  /** Address of the token; undefined for the network's coin. */
  token?: string | undefined
  name: string
  symbol: string
  decimals: number
  /** In base units, as decimal digits. */
  amount: string
}
