type KnownNetwork = {
  name: string
  /** Symbol of the native coin. */
  coin: string
  /** Contract of the wrapped coin, in lower case: it gives one token for each coin, and the other way round. */
  wrappedCoin?: string
  /** Coins and tokens of a test network have no price. */
  isTest?: true
}

/** Well-known networks, by CAIP-2 chain ID. */
export const knownNetworks: Readonly<Record<string, KnownNetwork>> = {
  'eip155:1': {
    name: 'Ethereum',
    coin: 'ETH',
    wrappedCoin: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  },
  'eip155:10': {
    name: 'OP Mainnet',
    coin: 'ETH',
    wrappedCoin: '0x4200000000000000000000000000000000000006',
  },
  'eip155:56': {
    name: 'BNB Smart Chain',
    coin: 'BNB',
    wrappedCoin: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  },
  'eip155:100': {
    name: 'Gnosis',
    coin: 'xDAI',
    wrappedCoin: '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
  },
  'eip155:137': {
    name: 'Polygon',
    coin: 'POL',
    wrappedCoin: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  },
  'eip155:8453': { name: 'Base', coin: 'ETH', wrappedCoin: '0x4200000000000000000000000000000000000006' },
  'eip155:42161': {
    name: 'Arbitrum One',
    coin: 'ETH',
    wrappedCoin: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  },
  'eip155:43114': {
    name: 'Avalanche',
    coin: 'AVAX',
    wrappedCoin: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
  },
  'eip155:11155111': { name: 'Sepolia', coin: 'ETH', isTest: true },
  'eip155:31337': { name: 'Local One', coin: 'ETH', isTest: true },
  'eip155:31338': { name: 'Local Two', coin: 'ETH', isTest: true },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { name: 'Solana', coin: 'SOL' },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { name: 'Solana Devnet', coin: 'SOL', isTest: true },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': { name: 'Solana Testnet', coin: 'SOL', isTest: true },
  'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz': { name: 'Local Solana', coin: 'SOL', isTest: true },
  'solana:ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5': { name: 'Local Solana Two', coin: 'SOL', isTest: true },
}
