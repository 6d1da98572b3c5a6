/**
 * What moves, or what others may move. `mint` is undefined if it could not be found out which token a token account holds, and
 * `isProven` is false if only a node says it. `decimals` are those in the instruction, which the network checks.
 */
export type SolanaAsset =
  | { kind: 'coin'; amount: bigint }
  | {
      kind: 'token'
      account: string
      mint: string | undefined
      isProven: boolean
      decimals: number | undefined
      amount: bigint
    }

/** An amount of tokens. */
export type SolanaTokens = Extract<SolanaAsset, { kind: 'token' }>
