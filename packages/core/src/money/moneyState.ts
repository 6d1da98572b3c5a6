import type { CaipNetworkId } from '@portico/protocol'
import type { BuyForm } from './buy/BuyForm.ts'
import type { SentTransaction, TransferNft, TransferSpeed } from './NamespaceTransfers.ts'
import type { PayState } from './pay/PayState.ts'
import type { SwapDraft } from './swap/SwapDraft.ts'
import type { SwapRun } from './swap/swapRun.ts'

/** What is sent: the network's coin, a token or an NFT. */
export interface MoneyAsset {
  /** Address of the token on its network, on Solana of its mint; undefined for the coin and for an NFT. */
  token?: string | undefined
  nft?: TransferNft | undefined
  /** How many copies of the NFT the account holds, as decimal digits. */
  nftQuantity?: string | undefined
  name: string
  /** Of an NFT, the name of its collection. */
  symbol: string
  /** 0 for an NFT. */
  decimals: number
  /** A path of the gateway, or a URL. */
  image?: string | undefined
}

/** What a visitor has entered to send, for one account on one network. */
export interface SendDraft {
  from: string
  networkId: CaipNetworkId
  asset?: MoneyAsset | undefined
  /** As typed: in whole tokens, or dollars if `unit` is `fiat`. Not read while `isMaximum` is set. */
  amount: string
  unit: 'token' | 'fiat'
  /** Send everything: the amount follows the balance and the fee. */
  isMaximum: boolean
  /** As typed: an address, a name or a payment link. */
  to: string
  /** What else the payment link asks for, see `Recipient`. Belongs to `to`. */
  linkData?: unknown
  /** The address that the visitor has confirmed although it looks like one paid before. */
  accepted?: string | undefined
  speed?: TransferSpeed | undefined
  /** Asset, amount and recipient were set by the application, and cannot be changed. */
  isLocked: boolean
}

/**
 * State of a payment. `wallet`: the wallet was asked to send. `rejected`: the visitor refused. `unsent`: the wallet refused, nothing was
 * sent. `unknown`: it may have been sent, or is not in a block after ten minutes. `dropped`: the network does not have it any more, but
 * the wallet can send it again. The others: see `TransferOutcome`.
 */
export type PendingStatus =
  | 'wallet'
  | 'rejected'
  | 'unsent'
  | 'sent'
  | 'confirmed'
  | 'failed'
  | 'replaced'
  | 'expired'
  | 'unknown'
  | 'dropped'

/** A payment under way, or one that has ended in this visit. Stored, so that it survives a reload. */
export interface PendingTransfer {
  id: string
  networkId: CaipNetworkId
  from: string
  to: string
  /** The name that the visitor entered instead of the address. */
  name?: string | undefined
  asset: MoneyAsset
  /** In base units, as decimal digits. */
  amount: string
  /** Milliseconds since 1970. */
  startedAt: number
  status: PendingStatus
  /** What a swap buys, and the least of it, in base units as decimal digits. Then `to` is the account itself. */
  swap?: { asset: MoneyAsset; minimum: string } | undefined
  /** Set once the wallet has sent it. */
  sent?: SentTransaction | undefined
}

/** State of sending, swapping and buying. Undefined until one of them is used. */
export interface MoneyState {
  send?: SendDraft | undefined
  swap?: SwapRun | undefined
  buy?: BuyForm | undefined
  /** What the application has asked the visitor to pay last. */
  pay?: PayState | undefined
  swapDraft?: SwapDraft | undefined
  /** Newest first. */
  pending: readonly PendingTransfer[]
}
