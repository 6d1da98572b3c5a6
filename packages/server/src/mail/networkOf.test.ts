import { describe, expect, test } from 'vitest'
import { clientIp } from '../http/clientIp.ts'
import { networkOf } from './networkOf.ts'

describe('networkOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.255', '203.0.113.0/24'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('behavior: %s', (remoteAddress, network) => {
    const ip = clientIp({ remoteAddress, forwardedFor: undefined, trustedProxies: 0 })
    expect(networkOf(ip)).toBe(network)
  })
})
