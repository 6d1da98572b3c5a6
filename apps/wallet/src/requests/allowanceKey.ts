/** What a spender may take of a token of the account. */
export type Allowance = { token: string; spender: string }

/** Returns the key of an allowance in `Assets.allowances`. */
export function allowanceKey({ token, spender }: Allowance): string {
  return `${token} ${spender}`.toLowerCase()
}
