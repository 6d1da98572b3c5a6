import { describe, expect, test } from 'vitest'
import { clientIp } from './clientIp.ts'

describe('clientIp', () => {
  test.each([
    ['203.0.113.7', undefined, 0, '203.0.113.7'],
    ['::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
    // Without a trusted proxy, the header may be forged.
    ['203.0.113.7', '198.51.100.1', 0, '203.0.113.7'],
    ['10.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
    ['10.0.0.1', '1.2.3.4, 198.51.100.1', 1, '198.51.100.1'],
    ['10.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
    ['10.0.0.1', 'nonsense', 1, '10.0.0.1'],
    ['10.0.0.1', undefined, 1, '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
    ['2001:db8::6', undefined, 0, '2001:db8:0:0::/64'],
    [undefined, undefined, 0, 'unknown'],
  ])(
    'behavior: %s with %s behind %d proxies is %s',
    (remoteAddress, forwardedFor, trustedProxies, expected) => {
      expect(clientIp({ remoteAddress, forwardedFor, trustedProxies })).toBe(expected)
    },
  )
})
