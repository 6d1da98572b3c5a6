/** Texts that several views that move money have in common. Loaded with the first of them. */
export const moneyCopy = {
  'money.amount': 'Amount',
  'money.selectToken': 'Select token',
  'money.changeToken': 'Change token, now {symbol}',
  'money.balance': 'Balance {amount}',
  'money.noPrice': 'no price',
  'money.searchTokens': 'Search tokens',
  'money.tokens': 'Tokens',
  'money.noTokens': 'No tokens found',
  'money.noTokensHelp': 'This account has no such token on {network}.',
  'money.fund': 'Fund wallet',
  'money.done': 'Done',
  'money.viewTransaction': 'View transaction',
  'money.wallet': 'the wallet',
  'money.fee': 'Fee, at most',
  'money.checking': 'Checking with the network…',
} as const satisfies Record<string, string>
