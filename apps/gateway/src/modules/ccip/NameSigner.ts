import type { Hex } from 'viem'

/** Signs responses for resolver contracts, with a key in this process or in a service of the operator. */
export type NameSigner = {
  /** The address that the contract must trust. */
  address: Hex
  /** 65 bytes: r, s, v. */
  sign(digest: Hex): Promise<Hex>
}
