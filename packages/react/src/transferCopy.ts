/** Texts that the steps behind the forms to send and to swap have in common. Loaded with the first of them. */
export const transferCopy = {
  'title.swap-confirmed': 'Swap Progress',
  'money.searchTokens': 'Search tokens',
  'money.tokens': 'Tokens',
  'money.noTokens': 'No tokens found',
  'money.noTokensHelp': 'This account has no such token on {network}.',
  'money.wallet': 'the wallet',
  'money.fee': 'Fee, at most',
  'money.slowHelp': 'The wallet window may be behind this one. Answer there before you try again.',
  'outcome.failed': 'Failed',
  'outcome.failedHelp': 'The network did not carry it out. Only the fee was paid.',
  'outcome.replaced': 'Replaced',
  'outcome.replacedHelp': 'Another transaction of yours took its place. This one moved nothing.',
  'outcome.expired': 'Expired',
  'outcome.expiredHelp': 'It was not carried out in time. Nothing has moved.',
} as const satisfies Record<string, string>
