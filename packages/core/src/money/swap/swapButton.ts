/** What the button under a swap says. Only `review` can be pressed; `select-token` chooses the missing token. */
export type SwapButton =
  | 'select-token'
  | 'add-amount'
  | 'incorrect-value'
  | 'insufficient-balance'
  | 'no-fee'
  | 'no-route'
  | 'loading'
  | 'review'

/** What decides what the button says. Amounts are in base units. */
export interface SwapButtonInput {
  hasFrom: boolean
  hasTo: boolean
  /** The text in the amount field. */
  text: string
  /** The parsed amount; undefined if the text is no amount of this token. */
  amount: bigint | undefined
  /** The balance of the very token that is paid; undefined while it is not known. */
  balance: bigint | undefined
  /** The balance of the network's coin; undefined while it is not known. */
  coinBalance: bigint | undefined
  /** Whether the network's coin is paid: the fee comes from the same balance. */
  paysCoin: boolean
  /** What the network charges at most. */
  fee: bigint
  /** `none`: the network has no route for this pair and amount. */
  quotes: 'loading' | 'none' | 'some'
}

/** Returns what the button says: the first that holds. */
export function swapButton(input: SwapButtonInput): SwapButton {
  const { amount, balance, coinBalance } = input
  if (!input.hasFrom || !input.hasTo) return 'select-token'
  if (input.text.trim() === '') return 'add-amount'
  if (amount === undefined) return 'incorrect-value'
  if (amount === 0n) return 'add-amount'
  if (balance !== undefined && amount > balance) return 'insufficient-balance'
  if (coinBalance !== undefined && (input.paysCoin ? amount : 0n) + input.fee > coinBalance) return 'no-fee'
  if (input.quotes === 'none') return 'no-route'
  return input.quotes === 'loading' || balance === undefined ? 'loading' : 'review'
}
