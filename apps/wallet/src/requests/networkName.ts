/** Names of well-known networks; others are shown by their CAIP-2 chain ID. */
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

/** Returns the name of a network for the approval screens. */
export function networkName(chainId: string): string {
  return names[chainId] ?? chainId
}
