/** Texts of the form to buy, heading included. */
export const buyCopy = {
  'title.buy': 'Buy',
  'buy.changeCurrency': 'Change currency, now {currency}',
  'buy.country': 'Country',
  'buy.addAmount': 'Add amount',
  'buy.tooLittle': 'The smallest purchase is {amount}.',
  'buy.tooMuch': 'The largest purchase is {amount}.',
  'buy.unreachable': 'Offers can’t be reached. Try again in a moment.',
  'buy.noProvider': 'Not available in your country',
  'buy.noProviderHelp': 'If the country above is wrong, change it.',
  'buy.purchases': 'Your purchases',
  'buy.what': 'What is buying?',
} as const satisfies Record<string, string>
