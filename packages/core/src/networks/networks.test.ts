import { describe, expect, test } from 'vitest'
import * as networks from './index.ts'
import type { Network } from './network.ts'

const all: readonly Network[] = Object.values(networks).filter((value) => typeof value === 'object')
const idsOf = (namespace: string, testnet: boolean) =>
  all
    .filter((network) => network.chainNamespace === namespace && (network.testnet ?? false) === testnet)
    .map(({ id }) => id)

describe('networks', () => {
  test('behavior: the listed networks', () => {
    expect(networks.mainnet).toMatchObject({ id: 1, name: 'Ethereum' })
    expect(networks.base).toMatchObject({ id: 8453, name: 'Base' })
    expect(networks.bsc).toMatchObject({ id: 56, name: 'BNB Smart Chain' })
    expect(idsOf('eip155', false).length).toBeGreaterThan(15)
    expect(idsOf('solana', false)).toEqual([networks.solana.id])
    expect(idsOf('solana', true)).toEqual([networks.solanaDevnet.id, networks.solanaTestnet.id])
    expect(idsOf('bip122', false)).toEqual([networks.bitcoin.id])
    expect(idsOf('bip122', true)).toContain(networks.bitcoinTestnet.id)
  })

  test('behavior: the block explorer of a test network of Solana shows that network', () => {
    expect(networks.solanaDevnet.blockExplorers?.default.url).toBe('https://solscan.io/?cluster=devnet')
    expect(networks.solanaTestnet.blockExplorers?.default.url).toBe('https://solscan.io/?cluster=testnet')
  })

  test('behavior: each has an own ID, a currency, an RPC URL and a block explorer', () => {
    expect(new Set(all.map(({ caipNetworkId }) => caipNetworkId)).size).toBe(all.length)
    for (const { name, nativeCurrency, rpcUrls, blockExplorers } of all) {
      expect([name, nativeCurrency.symbol]).toEqual([name, expect.stringMatching(/^\w+$/)])
      expect([name, nativeCurrency.decimals]).toEqual([name, expect.any(Number)])
      expect(rpcUrls.default?.http.every((url) => url.startsWith('https://'))).toBe(true)
      expect(rpcUrls.default?.http.length).toBeGreaterThan(0)
      expect(blockExplorers?.default.url).toMatch(/^https:\/\//)
    }
  })
})
