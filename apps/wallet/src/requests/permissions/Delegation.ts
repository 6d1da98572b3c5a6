import type { Hex } from 'viem'

/** A limit of a delegation: a contract that checks each use, with what it checks. */
export type Caveat = { enforcer: Hex; terms: Hex }

/**
 * A delegation of the account itself (ERC-7710), without its signature: the delegate may act as the account within all caveats.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7710
 */
export type Delegation = { delegate: Hex; delegator: Hex; caveats: readonly Caveat[]; salt: bigint }
