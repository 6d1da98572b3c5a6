import type { Hex } from 'viem'

/** Signs answers for resolver contracts: with a key of this process, or wherever the operator keeps it. */
export type NameSigner = {
  /** What the contract has to trust. */
  address: Hex
  /** 65 bytes: r, s, v. */
  sign(digest: Hex): Promise<Hex>
}
