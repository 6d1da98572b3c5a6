import type { Address, Hex } from 'viem'

/** A batch that the wallet has sent. */
export type Batch = {
  chainId: number
  from: Address
  /** The version of the request, which the status is answered in. */
  version: string
  isAtomic: boolean
  /** The transactions, in the order of the calls. */
  hashes: Hex[]
  /** Whether the wallet still sends calls. */
  isOpen: boolean
  /** Whether calls were left out after one that was reverted. */
  isPartial?: boolean | undefined
}
