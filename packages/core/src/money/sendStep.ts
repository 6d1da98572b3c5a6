/** What the visitor has to do next to send, and then `preview`. */
export type SendStep =
  | 'select-token'
  | 'add-amount'
  | 'incorrect-value'
  | 'insufficient-balance'
  | 'add-address'
  | 'invalid-address'
  | 'preview'

export interface SendStepParameters {
  /** Whether a token or NFT is chosen. */
  hasAsset: boolean
  /** What is typed as the amount. */
  text: string
  /** The amount in base units; undefined if the text is not one. */
  amount: bigint | undefined
  /** What the account holds, in base units; undefined while it is not known. */
  balance: bigint | undefined
  /** What is typed as the recipient. */
  to: string
  /** Whether `to` is known to be an address of the network, or a name that has one. */
  isRecipient: boolean
}

/** Returns the first thing that is missing. The button of the form says it. */
export function sendStep({ hasAsset, text, amount, balance, to, isRecipient }: SendStepParameters): SendStep {
  if (!hasAsset) return 'select-token'
  if (text.trim() === '' || amount === 0n) return 'add-amount'
  if (amount === undefined) return 'incorrect-value'
  if (balance !== undefined && amount > balance) return 'insufficient-balance'
  if (to.trim() === '') return 'add-address'
  return isRecipient ? 'preview' : 'invalid-address'
}
