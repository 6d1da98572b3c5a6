import { describe, expect, test } from 'vitest'
import { readCapabilities } from './readCapabilities.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const supported = { atomic: { status: 'supported' } }
const params = [ada, ['0x1', '0x2105']]

describe('readCapabilities', () => {
  test('behavior: of the namespace and of a chain', () => {
    const scopedProperties = { eip155: { flow: true }, 'eip155:8453': supported, 'solana:x': supported }
    expect(readCapabilities({ scopedProperties, params })).toEqual({
      '0x0': { flow: true },
      '0x2105': supported,
    })
    expect(readCapabilities({ scopedProperties, params: [ada, ['0x1']] })).toEqual({ '0x0': { flow: true } })
  })

  test('behavior: of the account, as an object or as JSON', () => {
    const capabilities = { [ada.toLowerCase()]: { '0x1': supported, '0xA': supported }, [`${ada}0`]: {} }
    for (const value of [capabilities, JSON.stringify(capabilities)]) {
      const properties = { capabilities: value }
      expect(readCapabilities({ properties, params })).toEqual({ '0x1': supported })
      expect(readCapabilities({ properties, params: [ada] })).toEqual({ '0x1': supported, '0xa': supported })
    }
  })

  test.each([
    {},
    { capabilities: undefined },
    { capabilities: 'no JSON' },
    { capabilities: '[]' },
    { capabilities: { [ada]: 'x' } },
    { capabilities: `{"${ada}":{"__proto__":{"atomic":{}},"1":{"atomic":{}}}}` },
    { capabilities: { '0x70997970C51812dc3A010C7d01b50e0d17dc79C8': { '0x1': supported } } },
  ])('behavior: none in %j', (properties) => {
    expect(readCapabilities({ properties, params })).toBeUndefined()
  })
})
