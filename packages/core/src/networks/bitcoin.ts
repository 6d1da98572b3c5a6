import { defineChain } from './defineChain.ts'

// The ID of a Bitcoin network is its CAIP-2 reference: the first 32 hex digits of the hash of its genesis block.
// `rpcUrls` contains base URLs of Esplora APIs.

const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }

export const bitcoin = /* @__PURE__ */ defineChain({
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  chainNamespace: 'bip122',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://mempool.space/api'] } },
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space' } },
})

export const bitcoinTestnet = /* @__PURE__ */ defineChain({
  id: '000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
  chainNamespace: 'bip122',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://mempool.space/testnet/api'] } },
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space/testnet' } },
  testnet: true,
})

export const bitcoinTestnet4 = /* @__PURE__ */ defineChain({
  id: '00000000da84f2bafbbc53dee25a72ae',
  name: 'Bitcoin Testnet4',
  chainNamespace: 'bip122',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://mempool.space/testnet4/api'] } },
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space/testnet4' } },
  testnet: true,
})

export const bitcoinSignet = /* @__PURE__ */ defineChain({
  id: '00000008819873e925422c1ff0f99f7c',
  name: 'Bitcoin Signet',
  chainNamespace: 'bip122',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://mempool.space/signet/api'] } },
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space/signet' } },
  testnet: true,
})
