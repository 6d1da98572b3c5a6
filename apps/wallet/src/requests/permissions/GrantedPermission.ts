import type { Hex } from 'viem'
import type { Delegation } from './Delegation.ts'
import type { Terms } from './Terms.ts'

/** A permission that the visitor has granted, as far as its delegation says: whether it is valid is on the chain. */
export type GrantedPermission = {
  /** The hash of the delegation, computed here. */
  hash: Hex
  /** As a CAIP-2 chain ID. */
  chainId: string
  /** The page that it was granted to. */
  origin: string
  delegation: Delegation
  terms: Terms
  /** The account's number at NonceEnforcer at which it is valid. */
  nonce: bigint
  /** The signed delegation as the page got it; only where it was granted. */
  context?: Hex | undefined
}
