/** What an instruction changes, other than SOL and tokens of the account. */
export type AccountChange =
  | { change: 'withdrawNonce' | 'takeCoins' | 'createTokens'; account: string; to: string }
  | { change: 'freeze' | 'unfreeze'; account: string }
  /** `instruction` is its name in English, as in the list of instructions. */
  | { change: 'changeStake' | 'changeVote'; account: string; instruction: string }
