/** Names of networks that people know; the others are shown by their id. */
const names: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:56': 'BNB Smart Chain',
  'eip155:100': 'Gnosis',
  'eip155:137': 'Polygon',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'eip155:43114': 'Avalanche',
  'eip155:11155111': 'Sepolia',
  'eip155:31337': 'Local One',
  'eip155:31338': 'Local Two',
}

/** What a network is called on the approval screen. */
export function networkName(chainId: string): string {
  return names[chainId] ?? chainId
}
