import type { ResolveResponse, SimulatedCall } from '@portico/protocol/gateway'
import type { Endpoint } from '../namespace.ts'
import type { Network } from '../networks/network.ts'
import type { CustomRpcUrl } from '../options.ts'

/** An NFT of the sender. `contract` and `tokenId` are as in the gateway's list; on Solana both are the mint. */
export interface TransferNft {
  standard: 'erc721' | 'erc1155' | 'metaplex'
  contract: string
  tokenId: string
}

/** A transfer of the network's coin, of a token or of an NFT. Amounts are in base units. */
export interface Transfer {
  from: string
  to: string
  /** Address of the token, on Solana of its mint; undefined for the network's coin. */
  token?: string | undefined
  /** Set for an NFT; then `token` is undefined and `amount` is the number of copies. */
  nft?: TransferNft | undefined
  amount: bigint
  /**
   * The token's decimals with which the amount is shown to the visitor. If the network says otherwise, the transfer is refused: the
   * decimals may come from a server that lies. Undefined for the coin and NFTs.
   */
  decimals?: number | undefined
  /** `linkData` of the {@link Recipient}, unchanged. */
  linkData?: unknown
}

/** What a pasted text says about a payment: an address, or a payment link (EIP-681, BIP-21, Solana Pay). */
export interface Recipient {
  /** The address in its usual spelling. */
  address: string
  /** The amount that a link asks for: in base units, or as decimal text in whole coins or tokens. */
  amount?: { units: bigint } | { text: string } | undefined
  /** The token that a link asks for; undefined for the network's coin. Only meaningful if `isLink` is set. */
  token?: string | undefined
  isLink?: boolean | undefined
  /** What else a link asks for, as plain data: references and memo of Solana Pay. Goes into the {@link Transfer}. */
  linkData?: unknown
}

/** How fast a transfer should be included. Without one, the wallet chooses the fee. */
export type TransferSpeed = 'slow' | 'standard' | 'fast'

/**
 * Why a transfer cannot be sent. `fails`: the network says that it would fail. `too-small`: less than the network accepts
 * (dust), or than a new account needs. `leaves-too-little`: the sender would keep less than an account needs. `no-fee`: the
 * coins left do not pay the fee. `not-transferable`: the token or NFT cannot be sent here. `not-payable`: the recipient is a
 * token's contract, a mint or a token account.
 */
export type TransferRefusal =
  | 'fails'
  | 'too-small'
  | 'leaves-too-little'
  | 'no-fee'
  | 'not-transferable'
  | 'not-payable'

/**
 * What the visitor should know before sending. `contract`: the recipient is a contract and may not be able to use what it gets.
 * `opens-account`: the sender also pays for opening the recipient's account. `program`: the recipient's address belongs to a
 * program (off-curve). `not-simulated`: the network could not say whether the transfer would succeed.
 */
export type TransferNote = 'contract' | 'opens-account' | 'program' | 'not-simulated'

/** A transfer that is ready to be sent: what a namespace has read about it from the network. */
export interface TransferPlan {
  transfer: Transfer
  /** What the network charges at most, in base units of its coin, opening accounts included. */
  fee: bigint
  /** The part of `fee` that opens the recipient's account; undefined if there is none to open. */
  rent?: bigint | undefined
  /** What the recipient gets, if that is less than `transfer.amount` because the token charges a fee. */
  gets?: bigint | undefined
  /** The first reason why the transfer cannot be sent. */
  refusal?: TransferRefusal | undefined
  notes: readonly TransferNote[]
  /** A text of the payment link that goes along and that everybody can read. */
  memo?: string | undefined
  /** The transaction as a call, where a gateway can simulate it (`POST /v1/tx/simulate`). */
  call?: SimulatedCall | undefined
  /** The request to the wallet. Only the namespace that has made the plan reads it. */
  request: unknown
}

/**
 * A transaction that a wallet has sent. Plain data, so that it can be stored and followed after a reload.
 */
export interface SentTransaction {
  hash: string
  from: string
  /**
   * What tells whether it can still be included, in the namespace's own form: the nonce on EVM networks, the last valid block
   * height on Solana, the outputs that it spends on Bitcoin. Undefined until it is known.
   */
  expiry?: string | undefined
}

/**
 * How a sent transaction ended. `replaced`: another transaction of the account took its place. `expired`: it was not included in
 * time and never will be. Neither moves anything. `failed`: it is in a block, and moved nothing.
 */
export type TransferOutcome = 'confirmed' | 'failed' | 'replaced' | 'expired'

/** The record that a name must have to mean an address on a network. */
export interface NameRecord {
  /** Coin types of the network, in order of preference (ENSIP-9, ENSIP-11); empty if it has none. */
  coinTypes: readonly number[]
  /** The bytes of the record in lower-case hex, with `0x`. */
  bytes: string
}

/** What a gateway says about a name, and how Ethereum can be asked about it. */
export interface NameClaim {
  name: string
  found: ResolveResponse
  expected: NameRecord
  customUrls: readonly CustomRpcUrl[]
  /** Not asked: a second opinion must come from somebody else. */
  gatewayUrl: string | undefined
}

/** The part of a namespace that sends. It writes every transaction itself, from what is on screen. Loaded on first use. */
export interface NamespaceTransfers {
  /** The speeds that can be chosen; empty if the wallet always chooses the fee. */
  readonly speeds: readonly TransferSpeed[]
  /**
   * Reads an address, an address with the network's prefix (ERC-3770), or a payment link. Returns undefined if the text is none
   * that can receive on this network.
   */
  readRecipient(parameters: { text: string; network: Network }): Recipient | undefined
  /**
   * Returns a link that wallets can pay (EIP-681, BIP-21, Solana Pay). `amount` is in base units.
   */
  toPaymentLink(parameters: {
    network: Network
    to: string
    token?: { address: string; decimals: number } | undefined
    amount?: bigint | undefined
  }): string
  /**
   * Returns how much of the coin can be sent when the fee is paid from the rest, in base units; 0n if the fee is more.
   *
   * @param parameters.to the recipient, if it is known already: it can change the fee
   */
  getMaximum(
    parameters: Endpoint & {
      provider: unknown
      from: string
      to?: string | undefined
      balance: bigint
      speed?: TransferSpeed | undefined
    },
  ): Promise<bigint>
  /**
   * Reads what a transfer costs and whether it would succeed.
   *
   * @param parameters.isMaximum the amount is the coin's maximum, so the wallet must not choose another fee
   */
  plan(
    parameters: Endpoint & {
      provider: unknown
      transfer: Transfer
      isMaximum?: boolean | undefined
      speed?: TransferSpeed | undefined
    },
  ): Promise<TransferPlan>
  /**
   * Has the wallet sign and send the transfer.
   *
   * @throws {RpcError} 4001 if the visitor refuses; otherwise with the wallet's code
   */
  send(parameters: Endpoint & { provider: unknown; plan: TransferPlan }): Promise<SentTransaction>
  /**
   * Resolves once a transaction is in a block, or cannot be any more. Rejects when `signal` is aborted.
   *
   * @param parameters.onExpiry called once with `expiry`, if `sent` has none and the network tells it. To be stored with `sent`:
   * the network forgets a transaction that was replaced
   * @param parameters.onDropped called after every look at the network with whether it has dropped the transaction: it had it, does not
   * any more, and nothing has taken its place. A wallet can still send it again
   */
  waitForOutcome(
    parameters: Endpoint & {
      sent: SentTransaction
      signal: AbortSignal
      onExpiry?: ((expiry: string) => void) | undefined
      onDropped?: ((isDropped: boolean) => void) | undefined
    },
  ): Promise<TransferOutcome>
  /**
   * Returns what a name's record must hold for the name to mean the address. Absent if names of the gateway cannot be checked on
   * networks of this namespace.
   *
   * @param parameters.address one that `readRecipient` has returned
   */
  toNameRecord?(parameters: { address: string; network: Network }): NameRecord
  /**
   * Returns whether Ethereum gives a name another address than the gateway, or none. If the application's URLs cannot tell, nothing is
   * contradicted. Only `eip155` has names.
   *
   * @param parameters.name as typed
   * @param parameters.found the gateway's answer
   * @param parameters.expected what the record must hold
   * @param parameters.customUrls the application's own URLs for Ethereum
   */
  isNameContradicted?(parameters: NameClaim): Promise<boolean>
}
