/**
 * What moves, or what others may move. `mint` is undefined if it could not be found out which token a token account holds, and
 * `isProven` is false if only a node says it. `decimals` are those in the instruction, which the network checks.
 * `owner` is set if the tokens are those of somebody else, which the account may move.
 */
export type SolanaAsset =
  | { kind: 'coin'; amount: bigint }
  | {
      kind: 'token'
      account: string
      mint: string | undefined
      isProven: boolean
      decimals: number | undefined
      owner?: string | undefined
      amount: bigint
    }

/** An amount of tokens. */
export type SolanaTokens = Extract<SolanaAsset, { kind: 'token' }>
