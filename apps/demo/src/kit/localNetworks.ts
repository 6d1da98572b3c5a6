import { defineChain } from '@portico/react/networks'
import type { ServerAddresses } from './serverAddresses.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Returns the networks of the local devnet, keyed by their name in the page's address. */
export function localNetworks({ rpcUrls, solanaUrl, solanaTwoUrl, esploraUrl, signetUrl }: ServerAddresses) {
  return {
    31337: defineChain({ id: 31337, name: 'Local One', nativeCurrency: ether, ...at(rpcUrls[31337]) }),
    31338: defineChain({ id: 31338, name: 'Local Two', nativeCurrency: ether, ...at(rpcUrls[31338]) }),
    // The ID of a Solana network is the first 32 characters of its genesis hash.
    'local-solana': defineChain({
      id: 'BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz',
      name: 'Local Solana',
      chainNamespace: 'solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      ...at(solanaUrl),
    }),
    'local-solana-two': defineChain({
      id: 'ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5',
      name: 'Local Solana Two',
      chainNamespace: 'solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      ...at(solanaTwoUrl),
    }),
    'local-bitcoin': defineChain({
      // The first 32 characters of regtest's genesis hash.
      id: '0f9188f13cb7b2c71f2a335e3a4fc328',
      name: 'Local Bitcoin',
      chainNamespace: 'bip122',
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      ...at(esploraUrl),
    }),
    'local-signet': defineChain({
      // All signets have the same genesis block, and so the same ID.
      id: '00000008819873e925422c1ff0f99f7c',
      name: 'Local Signet',
      chainNamespace: 'bip122',
      nativeCurrency: { name: 'Signet Bitcoin', symbol: 'tBTC', decimals: 8 },
      ...at(signetUrl),
    }),
  }
}

function at(url: string) {
  return { rpcUrls: { default: { http: [url] } }, testnet: true }
}
