import type { Address } from 'viem'

/** What a SponsorPaymaster is created with. Its address follows from these: with other terms, it is another one. */
export type SponsorPaymasterTerms = {
  /** The account that may withdraw the deposit. */
  owner: Address
  /** The account whose signature makes the contract pay. */
  signer: Address
  /** The most that one operation may cost, in wei. */
  maxCost: bigint
}
