/** Texts of the form of a swap, heading included. */
export const swapCopy = {
  'title.swap': 'Swap',

  'step.no-fee': 'Not enough {coin} for the fee',
  'step.no-route': 'No route found',
  'step.loading': 'Looking for the best price…',
  'step.review': 'Review swap',

  'swap.youPay': 'You pay',
  'swap.youGet': 'You get',
  'swap.turn': 'Change direction',
  'swap.offer': 'You get about {amount} {symbol}.',
  'swap.refresh': 'Refresh price',
  'swap.unlisted': '{symbol} is not on the list. Anyone can make a token with this name. Check its address.',
  'swap.unreachable': 'Prices can’t be read',
  'swap.unreachableHelp': 'Nothing has been signed. Try again.',

  'swap.slippage': 'Slippage',
  'swap.slippageOwn': 'Own slippage, in percent',
  'swap.slippageHelp': 'If the price moves further than this, the swap is not made.',
  'swap.slippageInvalid': 'Enter a value from 0.01 to 15. Until then it is 1 %.',
  'swap.slippageHigh': 'You could get much less than shown.',

  'swap.impact.unknown': 'No price to compare with',
  'swap.impact.note': 'Your swap moves the price by {impact} %.',
  'swap.impact.danger': 'You lose {impact} % because your swap moves the price.',
  'swap.impact.hold': 'You lose {impact} % because your swap moves the price. Swap less, or hold the button.',
} as const satisfies Record<string, string>
