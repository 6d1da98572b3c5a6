/** What Portico says of a network in other words than viem. */
interface PreferredNetwork {
  /** Visitors read it. */
  name?: string
  currencyName?: string
  /** An endpoint that answers without a key. */
  rpcUrl?: string
  explorer?: { name: string; url: string }
}

/** By viem's names. Every other field of these networks is viem's. */
export const preferredNetworks: Readonly<Record<string, PreferredNetwork>> = {
  mainnet: { rpcUrl: 'https://ethereum-rpc.publicnode.com' },
  sepolia: { rpcUrl: 'https://ethereum-sepolia-rpc.publicnode.com' },
  polygon: { rpcUrl: 'https://polygon-bor-rpc.publicnode.com' },
  bsc: { rpcUrl: 'https://bsc-dataseed.bnbchain.org' },
  fantom: {
    rpcUrl: 'https://rpcapi.fantom.network',
    explorer: { name: 'FTMScan', url: 'https://explorer.fantom.network' },
  },
  aurora: { explorer: { name: 'Aurora Explorer', url: 'https://explorer.aurora.dev' } },
  linea: {
    name: 'Linea',
    currencyName: 'Ether',
    explorer: { name: 'LineaScan', url: 'https://lineascan.build' },
  },
  zora: { explorer: { name: 'Zora Explorer', url: 'https://explorer.zora.energy' } },
}
