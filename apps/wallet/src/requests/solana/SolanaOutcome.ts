/** What a simulation says about the own assets. It may be wrong: only the bytes of a transaction are certain. */
export type SolanaOutcome =
  | { status: 'failed'; reason: string }
  | {
      status: 'success'
      /** Lamports that leave the account, without what stays in new accounts of its own; negative if it gets more than it gives. */
      coinsOut: bigint
      /** Base units that leave, by mint; negative for what arrives. */
      tokensOut: ReadonlyMap<string, bigint>
      /** Token accounts that somebody may take tokens from afterwards, and how much. */
      delegates: { account: string; mint: string; delegate: string; amount: bigint }[]
      /** Own accounts that somebody else controls afterwards. */
      takenOver: string[]
    }
