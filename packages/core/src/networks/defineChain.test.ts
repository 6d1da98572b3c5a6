import { describe, expect, test } from 'vitest'
import { bitcoin, bitcoinSignet, bitcoinTestnet, bitcoinTestnet4 } from './bitcoin.ts'
import { defineChain } from './defineChain.ts'
import { solana, solanaDevnet, solanaTestnet } from './solana.ts'

const local = { nativeCurrency: { name: '', symbol: '', decimals: 9 }, rpcUrls: { default: { http: [] } } }

describe('defineChain', () => {
  test('behavior: the default namespace is eip155', () => {
    const network = defineChain({ ...local, id: 31337, name: 'Local One' })
    expect(network).toMatchObject({ chainNamespace: 'eip155', caipNetworkId: 'eip155:31337' })
  })

  test('behavior: fields that only viem and wagmi read stay, and keep their types', () => {
    const multicall3 = { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } as const
    const network = defineChain({ ...local, id: 31337, name: 'Local One', contracts: { multicall3 } })
    expect(network.contracts).toEqual({ multicall3 })
    const id: number = network.id
    expect(id).toBe(31337)
  })

  test('behavior: all fields of a network', () => {
    const network = {
      id: 31337,
      name: 'Local One',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['http://localhost:1'] } },
      blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
      testnet: true,
      assets: { imageId: 'local', imageUrl: 'https://images.example/local.png' },
    }
    expect(defineChain(network)).toEqual({
      ...network,
      chainNamespace: 'eip155',
      caipNetworkId: 'eip155:31337',
    })
  })

  test.each([
    ['solana', 'BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'],
    ['bip122', '0f9188f13cb7b2c71f2a335e3a4fc328'],
  ] as const)('behavior: a network of %s has its CAIP-2 reference as id', (chainNamespace, id) => {
    const network = defineChain({ ...local, id, name: 'Local', chainNamespace })
    expect(network).toMatchObject({ id, chainNamespace, caipNetworkId: `${chainNamespace}:${id}` })
  })

  test('behavior: the networks of Solana', () => {
    expect([solana, solanaDevnet, solanaTestnet].map((network) => network.caipNetworkId)).toEqual([
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    ])
  })

  test('behavior: the networks of Bitcoin', () => {
    const networks = [bitcoin, bitcoinTestnet, bitcoinTestnet4, bitcoinSignet]
    expect(networks.map((network) => network.caipNetworkId)).toEqual([
      'bip122:000000000019d6689c085ae165831e93',
      'bip122:000000000933ea01ad0ee984209779ba',
      'bip122:00000000da84f2bafbbc53dee25a72ae',
      'bip122:00000008819873e925422c1ff0f99f7c',
    ])
  })
})
