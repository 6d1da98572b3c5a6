import type { Hex } from 'viem'

/** What a call moves, or allows others to move. */
export type Asset =
  | { kind: 'coin'; amount: bigint }
  | { kind: 'erc20'; token: Hex; amount: bigint }
  | { kind: 'nft'; token: Hex; id: bigint; amount: bigint }
  /** Every NFT of a contract. */
  | { kind: 'collection'; token: Hex }
  /** The number is an amount of a token or the id of an NFT: it is unknown what kind of contract it is. */
  | { kind: 'unclear'; token: Hex; number: bigint }

/**
 * An effect of a transaction, read from its bytes. `from` is the account whose assets are concerned, and `to` the recipient,
 * spender or operator; a withdrawal, a new contract and an NFT that nobody else may move any more have none. `until` is in seconds
 * since 1970. `isAdded` means that it is allowed on top of what was allowed before, `unusedBelow` that only signed
 * permissions are taken back that are not in use yet and have a smaller number.
 */
export type Effect =
  | { type: 'send'; asset: Asset; from: Hex; to?: Hex | undefined }
  | {
      type: 'allow'
      asset: Asset
      from: Hex
      to: Hex
      until?: bigint | undefined
      isAdded?: boolean | undefined
    }
  | { type: 'revoke'; asset: Asset; from: Hex; to?: Hex | undefined; unusedBelow?: number | undefined }
  /** The account gets tokens for the coins that it sends with the call. */
  | { type: 'wrap'; asset: Asset; from: Hex; to?: undefined }
  /**
   * An exchange pays at least this for what the account sends with the call, or the call fails. `to` is set if it pays someone
   * else; `isCharged` means that it keeps a part for itself.
   */
  | { type: 'swap'; asset: Asset; from: Hex; to?: Hex | undefined; isCharged?: boolean | undefined }
  /**
   * The effects of a call to the contract cannot be read. `relayedBy` is the contract that makes the calls inside in its own name. `vote` means
   * that the call has the form of one.
   */
  | {
      type: 'unknown'
      selector: string
      contract: Hex
      relayedBy?: Hex | undefined
      vote?: 'vote' | 'delegation' | undefined
    }

/** A permission that is given or taken back. */
export type Permission = Extract<Effect, { type: 'allow' | 'revoke' }>
