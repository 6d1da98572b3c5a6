/**
 * The networks of `core/networks` by the short names of ERC-3770, which come from the list of the Ethereum community.
 *
 * @see https://github.com/ethereum-lists/chains
 */
export const shortNames: ReadonlyMap<string, number> = new Map([
  ['eth', 1],
  ['base', 8453],
  ['arb1', 42161],
  ['oeth', 10],
  ['pol', 137],
  // Polygon's name before its coin was renamed.
  ['matic', 137],
  ['bnb', 56],
  ['avax', 43114],
  ['gno', 100],
  ['linea', 59144],
  ['scr', 534352],
  ['zksync', 324],
  ['celo', 42220],
  ['mantle', 5000],
  ['zora', 7777777],
  ['aurora', 1313161554],
  ['kaia-mainnet', 8217],
  ['ftm', 250],
  ['sep', 11155111],
  ['basesep', 84532],
  ['arb-sep', 421614],
  ['opsep', 11155420],
])
