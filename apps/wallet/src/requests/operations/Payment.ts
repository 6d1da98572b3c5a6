import type { Hex } from 'viem'

/** Who pays the fee: the account in coins, a project instead of the visitor, or the account in a token. */
export type Payment =
  | { by: 'coins' }
  | {
      by: 'sponsor'
      /** As the gateway says, unverified. */
      name: string
    }
  | {
      by: 'token'
      token: Hex
      amount: bigint
      /** Who gets the tokens. */
      collector: Hex
      /** Seconds since 1970 after which the amount is no longer accepted. */
      expiresAt: number
    }
