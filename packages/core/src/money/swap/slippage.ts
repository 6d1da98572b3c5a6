/** How far the price may move against the visitor, in hundredths of a percent. */
export const slippage = {
  default: 100,
  choices: [10, 50, 100],
  least: 1,
  most: 1500,
  highAbove: 500,
} as const
