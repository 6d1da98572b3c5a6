import { describe, expect, test } from 'vitest'
import { BitcoinAdapter } from './BitcoinAdapter.ts'
import { bitcoin } from './bitcoin.ts'
import { createEndpoints } from './esplora/createEndpoints.ts'
import * as exported from './index.ts'

describe('@portico/bitcoin', () => {
  test('behavior: exported names', () => {
    expect(Object.keys(exported)).toEqual(['BitcoinAdapter', 'bitcoin'])
  })
})

describe('bitcoin', () => {
  const namespace = bitcoin()

  test('behavior: networks by reference or by CAIP-2 id', () => {
    const reference = '000000000019d6689c085ae165831e93'
    expect(namespace.toNetworkId(reference)).toBe(`bip122:${reference}`)
    expect(namespace.toNetworkId(`bip122:${reference}`)).toBe(`bip122:${reference}`)
    expect(() => namespace.toNetworkId('no network')).toThrow('CAIP-2')
  })

  test('behavior: segwit addresses are the same in capitals, Base58 is not', () => {
    expect(namespace.isSameAddress('BC1QW508D6', 'bc1qw508d6')).toBe(true)
    expect(namespace.isSameAddress('1BvBMSEY', '1bvbmsey')).toBe(false)
  })

  test('behavior: on a server nothing is found', () => {
    const lists: unknown[] = []
    namespace.discover({ onConnectors: (list) => lists.push(list), announced: true, injected: true })()
    expect(lists).toEqual([])
  })

  test('behavior: an adapter holds it', () => {
    expect(new BitcoinAdapter().namespace.id).toBe('bip122')
  })
})

describe('createEndpoints', () => {
  test('behavior: the application first, then what the kit uses, then the public one', () => {
    const networkId = 'bip122:000000000019d6689c085ae165831e93'
    const endpoints = createEndpoints({})
    expect(endpoints.get(networkId)).toBe('https://mempool.space/api')
    expect(endpoints.get('bip122:0f9188f13cb7b2c71f2a335e3a4fc328')).toBeUndefined()
    endpoints.learn({ networkId, urls: ['http://localhost:4406'] })
    endpoints.learn({ networkId, urls: [] })
    expect(endpoints.get(networkId)).toBe('http://localhost:4406')
    expect(createEndpoints({ [networkId]: 'http://own' }).get(networkId)).toBe('http://own')
  })
})
