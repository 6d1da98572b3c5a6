/** Texts of the view that offers ways to add money, heading included. Loaded with it. */
export const fundCopy = {
  'title.fund': 'Fund Wallet',

  'fund.buy': 'Buy',
  'fund.buyHelp': 'With a card or a bank transfer',
  'fund.receive': 'Receive',
  'fund.receiveHelp': 'From another wallet or an exchange',
  'fund.test': 'Get test money',
  'fund.testHelp': 'It has no value',
  'fund.asking': 'Asking for test money…',
  'fund.sent': '{amount} is on its way.',
  'fund.limited': 'This account has just got some. Try again in an hour.',
  'fund.failed': 'No test money was sent. Try again in a moment.',
  'fund.none': 'Use your wallet to add money',
  'fund.noneHelp': 'Nothing else is set up here.',
} as const satisfies Record<string, string>
