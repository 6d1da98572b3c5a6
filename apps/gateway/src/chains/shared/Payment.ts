import type { CaipNetworkId } from '@portico/protocol'

/** What a transaction in a block paid an account in one asset. */
export type Payment = {
  hash: string
  /** In base units, less what the account itself put in; always above 0. */
  amount: bigint
  decimals: number
  /** Of the block, in seconds since the epoch. */
  timestamp: number
}

/** A question for what a transaction paid. `deadline` in epoch milliseconds. */
export type PaymentQuery = {
  chain: CaipNetworkId
  hash: string
  /** In canonical form. */
  account: string
  /** Address of the token in canonical form; undefined = the network's coin. */
  token: string | undefined
  deadline: number
}
