import { hex } from '@scure/base'
import { Address, OutScript, p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { describe, expect, test } from 'vitest'
import { networkNames } from '../networks/networkNames.ts'
import { addressParams, addressScript } from './addressScript.ts'
import { parseAddresses } from './parseAddresses.ts'
import { parseBytes } from './parseBytes.ts'

const letters = '023456789acdefghjklmnpqrstuvwxyzBCDEFGHJK1b'

function addressesOf(index: number, name: (typeof networkNames)[number]): string[] {
  const key = new Uint8Array(32).fill(index + 1)
  const publicKey = pubECDSA(key)
  const params = addressParams[name]
  return [
    p2pkh(publicKey, params).address,
    p2wpkh(publicKey, params).address,
    p2sh(p2wpkh(publicKey, params), params).address,
    p2tr(pubSchnorr(key), undefined, params).address,
  ] as string[]
}

describe('addressScript', () => {
  test.each(networkNames)(
    'behavior: parses %s addresses like @scure/btc-signer and rejects corrupted ones',
    (name) => {
      for (let index = 0; index < 20; index++) {
        for (const address of addressesOf(index, name)) {
          const script = OutScript.encode(Address(addressParams[name]).decode(address))
          expect(addressScript(address, name)).toEqual(script)
          const place = 4 + ((index * 7) % (address.length - 4))
          const other = letters[(index * 11) % letters.length] as string
          if (address[place] === other) continue
          const broken = address.slice(0, place) + other + address.slice(place + 1)
          expect([broken, addressScript(broken, name)]).toEqual([broken, undefined])
        }
      }
    },
  )

  test('error: rejects addresses of another network', () => {
    const [, segwit, , taproot] = addressesOf(0, 'mainnet')
    for (const name of networkNames.slice(1))
      for (const address of [segwit, taproot]) expect(addressScript(address, name)).toBeUndefined()
    const regtest = addressesOf(0, 'regtest')
    expect(addressScript(regtest[1], 'testnet')).toBeUndefined()
    // Testnet and regtest have the same Base58 prefixes.
    expect(addressScript(regtest[0], 'testnet')).toBeDefined()
  })

  // Test vectors from BIP-173 and BIP-350.
  test.each([
    ['tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', 'with an unknown human-readable part'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'version 1 with a Bech32 checksum'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KemeAWH', 'mixed case'],
    ['bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54wzqz', 'version 0 with a Bech32m checksum'],
    ['BC1SW50QGDZ25J', 'version 16'],
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'version 1 with 40 bytes'],
    ['bc1gmk9yu', 'without a witness program'],
    ['', 'an empty string'],
    ['x'.repeat(200), 'a long string'],
  ])('error: rejects %s: %s', (address) => {
    expect(addressScript(address, 'mainnet')).toBeUndefined()
  })
})

describe('parseAddresses', () => {
  const [legacy = '', segwit = '', nested = '', taproot = ''] = addressesOf(0, 'mainnet')
  const publicKey = hex.encode(pubECDSA(new Uint8Array(32).fill(1)))
  const other = hex.encode(pubECDSA(new Uint8Array(32).fill(2)))
  const parse = (list: unknown) => parseAddresses(list, 'mainnet')

  test('behavior: returns payments first in any input order, without duplicates', () => {
    const list = [
      { address: taproot, purpose: 'ordinals' },
      { address: segwit, purpose: 'payment' },
      { address: segwit.toUpperCase(), purpose: 'ordinals' },
      { address: 'SP2Z', purpose: 'stacks' },
    ]
    expect(parse(list)).toEqual([
      { address: segwit, type: 'payment' },
      { address: taproot, type: 'ordinal' },
    ])
  })

  test('behavior: without a purpose, taproot is for ordinals unless there is no other address', () => {
    expect(parse([taproot, nested]).map(({ type }) => type)).toEqual(['payment', 'ordinal'])
    expect(parse([taproot])).toEqual([{ address: taproot, type: 'payment' }])
  })

  test.each([
    ['p2pkh', legacy],
    ['p2wpkh', segwit],
    ['p2sh-p2wpkh', nested],
  ])('behavior: keeps a %s public key only if it matches the address', (_, address) => {
    expect(parse([{ address, publicKey }])[0]?.publicKey).toBe(publicKey)
    expect(parse([{ address, publicKey: hex.decode(publicKey) }])[0]?.publicKey).toBe(publicKey)
    for (const wrong of [other, 'zz', 1, null, publicKey.slice(2), {}])
      expect(parse([{ address, publicKey: wrong }])[0]).toEqual({ address, type: 'payment' })
  })

  test('error: returns no accounts for invalid lists, and at most 100', () => {
    for (const value of [undefined, null, 'x', 1, {}, { length: 3 }]) expect(parse(value)).toEqual([])
    const many = Array.from({ length: 120 }, (_, index) => addressesOf(index % 200, 'mainnet')[1])
    expect(parse(many)).toHaveLength(100)
  })
})

describe('parseBytes', () => {
  test.each([
    ['00ff', [0, 255]],
    ['AP8=', [0, 255]],
    [Uint8Array.of(1, 2), [1, 2]],
    ['', undefined],
    ['!', undefined],
    [new Uint8Array(), undefined],
    [[1, 2], undefined],
    [new Uint16Array(2), undefined],
    ['A'.repeat(1_000_000), undefined],
  ])('param: %j', (value, expected) => {
    const bytes = parseBytes(value)
    expect(bytes && [...bytes]).toEqual(expected)
  })
})
