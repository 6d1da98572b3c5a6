import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { BitcoinAdapter } from './BitcoinAdapter.ts'
import { bitcoin } from './bitcoin.ts'
import { createEndpoints } from './esplora/createEndpoints.ts'
import { findEsploraUrl } from './esplora/findEsploraUrl.ts'
import type { BitcoinConnector, BitcoinProvider } from './index.ts'
import * as exported from './index.ts'

describe('@portico/bitcoin', () => {
  test('behavior: exported names', () => {
    expect(Object.keys(exported)).toEqual(['BitcoinAdapter', 'bitcoin'])
  })
})

describe('bitcoin', () => {
  const namespace = bitcoin()

  test('behavior: toNetworkId accepts a reference or a CAIP-2 ID', () => {
    const reference = '000000000019d6689c085ae165831e93'
    expect(namespace.toNetworkId(reference)).toBe(`bip122:${reference}`)
    expect(namespace.toNetworkId(`bip122:${reference}`)).toBe(`bip122:${reference}`)
    expect(() => namespace.toNetworkId('no network')).toThrow('CAIP-2')
  })

  test('behavior: compares segwit addresses case-insensitively and Base58 addresses case-sensitively', () => {
    expect(namespace.isSameAddress('BC1QW508D6', 'bc1qw508d6')).toBe(true)
    expect(namespace.isSameAddress('1BvBMSEY', '1bvbmsey')).toBe(false)
  })

  test('behavior: says that the gateway indexes no NFTs', () => {
    expect(bitcoin().hasNfts).toBe(false)
    expect(bitcoin().hasAddressPerNetwork).toBe(true)
  })

  test('behavior: finds no wallets on a server', () => {
    const lists: unknown[] = []
    namespace.discover({ onConnectors: (list) => lists.push(list), announced: true, injected: true })()
    expect(lists).toEqual([])
  })

  test('behavior: BitcoinAdapter wraps the namespace', () => {
    expect(new BitcoinAdapter().namespace.id).toBe('bip122')
  })
})

describe('findEsploraUrl', () => {
  test("behavior: prefers the application's URL, then the network's, then the public one", () => {
    const networkId = 'bip122:000000000019d6689c085ae165831e93'
    const endpoints = createEndpoints({})
    expect(findEsploraUrl(endpoints, networkId)).toBe('https://mempool.space/api')
    expect(findEsploraUrl(endpoints, 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328')).toBeUndefined()
    endpoints.registerUrls({ networkId, urls: ['http://localhost:4406'] })
    endpoints.registerUrls({ networkId, urls: [] })
    expect(findEsploraUrl(endpoints, networkId)).toBe('http://localhost:4406')
    expect(findEsploraUrl(createEndpoints({ [networkId]: 'http://own' }), networkId)).toBe('http://own')
  })
})

describe('BitcoinAdapter', () => {
  test("param: AppKit's options; what has no effect is said once", () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const api of [{}, {}]) new BitcoinAdapter({ projectId: 'test', api })
    expect(warn.mock.calls.map(String)).toEqual([expect.stringContaining('`api` has no effect.')])
    warn.mockRestore()
  })

  test('behavior: the types of parameters and results are those of the provider', () => {
    expectTypeOf<BitcoinProvider>().toExtend<BitcoinConnector>()
    expectTypeOf<BitcoinConnector.SignMessageParams>().toEqualTypeOf<
      Parameters<BitcoinConnector['signMessage']>[0]
    >()
    expectTypeOf<BitcoinConnector.SendTransferParams>().toEqualTypeOf<
      Parameters<BitcoinConnector['sendTransfer']>[0]
    >()
    expectTypeOf<BitcoinConnector.SignPSBTParams>().toEqualTypeOf<
      Parameters<BitcoinConnector['signPSBT']>[0]
    >()
    expectTypeOf<Promise<BitcoinConnector.SignPSBTResponse>>().toEqualTypeOf<
      ReturnType<BitcoinConnector['signPSBT']>
    >()
    expectTypeOf<Promise<BitcoinConnector.AccountAddress[]>>().toEqualTypeOf<
      ReturnType<BitcoinConnector['getAccountAddresses']>
    >()
  })
})
