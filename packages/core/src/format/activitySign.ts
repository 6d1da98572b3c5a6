const plus = ['receive', 'deposit', 'borrow', 'claim']
const minus = ['withdraw', 'repay', 'burn']

/** The sign an operation is shown with: receive, deposit, borrow, claim `+`; withdraw, repay, burn `-`; else none. */
export function activitySign(operationType: string): '+' | '-' | '' {
  if (plus.includes(operationType)) return '+'
  return minus.includes(operationType) ? '-' : ''
}
