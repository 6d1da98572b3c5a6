/** Texts that several views that move money have in common. Loaded with the first of them. */
export const moneyCopy = {
  'money.amount': 'Amount',
  'money.changeToken': 'Change token, now {symbol}',
  'money.balance': 'Balance {amount}',
  'money.noPrice': 'no price',
  'money.fund': 'Fund wallet',
  'money.done': 'Done',
  'money.viewTransaction': 'View transaction',
  'step.select-token': 'Select token',
  'step.incorrect-value': 'Incorrect value',
  'money.checking': 'Checking with the network…',
  'step.add-amount': 'Add amount',
  'step.insufficient-balance': 'Insufficient balance',
} as const satisfies Record<string, string>
