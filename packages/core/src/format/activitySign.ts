const plus = ['receive', 'deposit', 'borrow', 'claim']
const minus = ['withdraw', 'repay', 'burn']

/**
 * Returns the sign shown with an operation: `+` for receive, deposit, borrow, claim; `-` for withdraw, repay, burn;
 * else none.
 */
export function activitySign(operationType: string): '+' | '-' | '' {
  if (plus.includes(operationType)) return '+'
  return minus.includes(operationType) ? '-' : ''
}
