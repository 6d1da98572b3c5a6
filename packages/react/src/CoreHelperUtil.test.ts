import { afterEach, describe, expect, test, vi } from 'vitest'
import { CoreHelperUtil } from './CoreHelperUtil.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('CoreHelperUtil', () => {
  test('behavior: tells phones apart by the user agent', () => {
    const read = (userAgent: string) => {
      vi.stubGlobal('navigator', { userAgent })
      const { isMobile, isAndroid, isIos } = CoreHelperUtil
      return [isMobile(), isAndroid(), isIos()]
    }
    expect(read('Mozilla/5.0 (Linux; Android 15)')).toEqual([true, true, false])
    expect(read('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')).toEqual([true, false, true])
    expect(read('Mozilla/5.0 (X11; Linux x86_64)')).toEqual([false, false, false])
    expect(CoreHelperUtil.isClient()).toBe(false)
  })

  test('behavior: reads the parts of CAIP addresses and IDs', () => {
    expect(CoreHelperUtil.getPlainAddress('eip155:1:0xabc')).toBe('0xabc')
    expect(CoreHelperUtil.getPlainAddress(undefined)).toBeUndefined()
    expect(CoreHelperUtil.getNetworkId('eip155:8453')).toBe('8453')
  })

  test.each([
    ['eip155', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', true],
    ['eip155', '0x70997970', false],
    ['solana', 'So11111111111111111111111111111111111111112', true],
    ['solana', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', false],
    ['bip122', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', true],
    ['bip122', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', true],
    ['bip122', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', true],
    ['bip122', 'bc1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', false],
    // Base58 has no O, I and l.
    ['bip122', '1OvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', false],
    ['bip122', 'bc1b', false],
  ] as const)('behavior: %s %s is an address: %s', (namespace, address, expected) => {
    expect(CoreHelperUtil.isAddress(address, namespace)).toBe(expected)
  })
})
