import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleEntry } from '@portico/bench/bundleEntry'
import type { Chain } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { preferredNetworks } from '../../scripts/preferredNetworks.ts'
import { toNetworksSource } from '../../scripts/toNetworksSource.ts'
import * as networks from './index.ts'
import type { EvmNetwork, Network } from './network.ts'

const all: readonly Network[] = Object.values(networks).filter((value) => typeof value === 'object')
const idsOf = (namespace: string, testnet: boolean) =>
  all
    .filter((network) => network.chainNamespace === namespace && (network.testnet ?? false) === testnet)
    .map(({ id }) => id)
const byName = networks as unknown as Record<string, EvmNetwork | undefined>
const withoutSlash = (url: string | undefined) => url?.replace(/\/+$/, '')

describe('networks', () => {
  test('behavior: the listed networks', () => {
    expect(networks.mainnet).toMatchObject({ id: 1, name: 'Ethereum' })
    expect(networks.base).toMatchObject({ id: 8453, name: 'Base' })
    expect(networks.bsc).toMatchObject({ id: 56, name: 'BNB Smart Chain' })
    expect(idsOf('solana', false)).toEqual([networks.solana.id])
    expect(idsOf('solana', true)).toEqual([networks.solanaDevnet.id, networks.solanaTestnet.id])
    expect(idsOf('bip122', false)).toEqual([networks.bitcoin.id])
    expect(idsOf('bip122', true)).toContain(networks.bitcoinTestnet.id)
  })

  test('behavior: the block explorer of a test network of Solana shows that network', () => {
    expect(networks.solanaDevnet.blockExplorers?.default.url).toBe('https://solscan.io/?cluster=devnet')
    expect(networks.solanaTestnet.blockExplorers?.default.url).toBe('https://solscan.io/?cluster=testnet')
  })

  test('behavior: every network has an ID of its namespace, a currency and RPC URLs', () => {
    for (const { id, name, chainNamespace, caipNetworkId, nativeCurrency, rpcUrls, blockExplorers } of all) {
      expect([name, caipNetworkId]).toEqual([name, `${chainNamespace}:${id}`])
      expect([name, nativeCurrency]).toEqual([
        name,
        {
          name: expect.any(String),
          symbol: expect.stringMatching(/^\S+$/),
          decimals: expect.any(Number),
        },
      ])
      const urls = rpcUrls.default?.http ?? []
      expect([name, urls.filter((url) => !/^https?:\/\//.test(url))]).toEqual([name, []])
      expect([name, urls.length > 0]).toEqual([name, true])
      // Paths are appended to it.
      expect([name, blockExplorers?.default.url ?? 'https://']).toEqual([
        name,
        expect.stringMatching(/^https?:\/\/(.*[^/])?$/),
      ])
    }
  })

  test('behavior: an ID has several names only where viem has them', () => {
    const namesOf = (list: Record<string, unknown>) => {
      const names = new Map<unknown, string[]>()
      for (const [name, network] of Object.entries(list)) {
        const id = (network as { id?: unknown }).id
        if (id !== undefined) names.set(id, [...(names.get(id) ?? []), name])
      }
      return [...names.values()].filter(({ length }) => length > 1)
    }
    expect(namesOf(networks)).toEqual(namesOf(viemChains))
  })
})

describe('networks of viem', () => {
  const viem = Object.entries(viemChains as unknown as Record<string, Chain>)

  test('behavior: are all here, as the installed version has them', () => {
    expect(viem.length).toBeGreaterThan(700)
    for (const [name, chain] of viem) {
      const preferred = preferredNetworks[name] ?? {}
      const { id, nativeCurrency, rpcUrls, blockExplorers, testnet, ...rest } =
        byName[name] ?? expect.fail(name)
      expect([name, id, rest.name]).toEqual([name, chain.id, preferred.name ?? chain.name])
      const { name: currencyName, symbol, decimals } = chain.nativeCurrency
      const currency = { name: preferred.currencyName ?? currencyName, symbol, decimals }
      expect([name, nativeCurrency]).toEqual([name, currency])
      const { http, webSocket } = chain.rpcUrls.default
      expect([name, rpcUrls.default.http]).toEqual([name, preferred.rpcUrl ? [preferred.rpcUrl] : http])
      expect([name, rpcUrls.default.webSocket]).toEqual([name, webSocket])
      const explorer = preferred.explorer ?? chain.blockExplorers?.default
      expect([name, blockExplorers?.default.name]).toEqual([name, explorer?.name])
      expect([name, blockExplorers?.default.url]).toEqual([name, withoutSlash(explorer?.url)])
      expect([name, testnet ?? false]).toEqual([name, chain.testnet ?? false])
    }
    expect(Object.keys(preferredNetworks).filter((name) => !byName[name])).toEqual([])
  })

  test('behavior: the file is what its script writes, and holds data alone', () => {
    const file = readFileSync(join(import.meta.dirname, 'evm.ts'), 'utf8')
    expect(file === toNetworksSource(viemChains as unknown as Record<string, Chain>)).toBe(true)
    expect(file.match(/^import .*$/gm)).toEqual(["import type { EvmNetwork } from './network.ts'"])
    expect(JSON.parse(JSON.stringify(all))).toEqual(all)
  })

  test('behavior: a page loads the networks that it names, and no other', async () => {
    const { atOnce } = await bundleEntry({
      folder: import.meta.dirname,
      source: "import { base, solana } from './index.ts'; console.log(base, solana)",
    })
    expect(atOnce.packages).toEqual([])
    expect(atOnce.bytes).toBeLessThan(800)
  })

  test('behavior: a chain of viem, by its type', () => {
    expectTypeOf(networks.base).toExtend<Chain>()
  })
})
