import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePeer } from './peer.ts'

describe('parsePeer', () => {
  test.each([
    [
      'a name with bidirectional and control characters',
      { name: 'A\u202eB\u0000\u200b\nC' },
      { name: 'ABC' },
    ],
    ['a long name', { name: 'x'.repeat(1000) }, { name: 'x'.repeat(64) }],
    ['no name', {}, { name: 'Wallet' }],
    [
      'icons',
      { name: 'W', icons: ['http://a.test/i', 'data:image/png;base64,x', 'https://b.test/i'] },
      { name: 'W', icon: 'https://b.test/i' },
    ],
    ['a URL with a password', { name: 'W', url: 'https://a:b@c.test' }, { name: 'W' }],
    [
      'a javascript: link',
      { name: 'W', redirect: { native: 'javascript:alert(1)', universal: 'http://a.test' } },
      { name: 'W' },
    ],
    [
      'a scheme without slashes',
      { name: 'W', redirect: { native: 'rainbow:' } },
      { name: 'W', nativeLink: 'rainbow://' },
    ],
    [
      'valid links',
      { name: 'W', redirect: { native: 'metamask://', universal: 'https://metamask.app.link' } },
      { name: 'W', nativeLink: 'metamask://', universalLink: 'https://metamask.app.link/' },
    ],
    ['an intent: link', { name: 'W', redirect: { native: 'intent://x#Intent;end' } }, { name: 'W' }],
    ['garbage', 7, { name: 'Wallet' }],
  ])('behavior: %s', (_, metadata, peer) => {
    expect(parsePeer(metadata)).toEqual(peer)
  })

  test('error: never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => void parsePeer(value)))
  })
})
