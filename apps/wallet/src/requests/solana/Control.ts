/** What an instruction hands over: an account, or a right that comes with one. */
export type Control =
  | 'account'
  | 'nonceAccount'
  | 'stakeAccount'
  | 'voteAccount'
  | 'tokenAccount'
  | 'mintRight'
  | 'freezeRight'
  | 'closeRight'
  | 'otherRight'
