import { describe, expect, test, vi } from 'vitest'
import { clientIdOf, createRelayToken, verifyRelayToken } from './index.ts'

const decode = vi.hoisted(() => vi.fn())
vi.mock(import('@scure/base'), async (load) => {
  const actual = await load()
  decode.mockImplementation(actual.base58.decode)
  return { ...actual, base58: { ...actual.base58, decode } }
})

describe('verifyRelayToken', () => {
  // Base58 decoding takes quadratic time, and the sender controls the length.
  test.each([46, 48, 4000, 1_000_000])('error: an issuer of %i digits is not decoded', (length) => {
    decode.mockClear()
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { iss: `did:key:z${'6Mk'.padEnd(length, 'z')}`, sub: '1', aud: '1', iat: 1, exp: 1 }
    const token = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}.${'A'.repeat(86)}`
    expect(verifyRelayToken({ token, now: 1 })).toEqual({ ok: false, reason: 'malformed' })
    expect(decode).not.toHaveBeenCalled()
  })

  test('behavior: decodes every key', async () => {
    for (const digit of '0123456789abcdef') {
      const seed = digit.repeat(64)
      const token = await createRelayToken({ seed, audience: 'wss://relay.test' })
      expect(verifyRelayToken({ token })).toMatchObject({ ok: true, clientId: await clientIdOf(seed) })
    }
    expect(decode).toHaveBeenCalled()
  })
})
