import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNameMessage } from './createNameMessage.ts'
import { InvalidNameMessageError } from './InvalidNameMessageError.ts'
import type { NameMessage } from './NameMessage.ts'
import { parseNameMessage } from './parseNameMessage.ts'

const base = {
  name: 'alice.portico.local',
  owner: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  gateway: 'https://gateway.example',
  nonce: 'c3a1e09b55e14f0bb4c6f1a9d1f0e2aa',
  issuedAt: '2026-11-21T12:00:00.000Z',
  expirationTime: '2026-11-21T12:05:00.000Z',
} as const

describe('createNameMessage', () => {
  test('behavior: describes in words what is signed', () => {
    expect(createNameMessage({ ...base, action: 'register' })).toMatchInlineSnapshot(`
      "Register the name alice.portico.local

      Owner: eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
      Gateway: https://gateway.example
      Nonce: c3a1e09b55e14f0bb4c6f1a9d1f0e2aa
      Issued At: 2026-11-21T12:00:00.000Z
      Expiration Time: 2026-11-21T12:05:00.000Z"
    `)
  })
})

describe('parseNameMessage', () => {
  test.each<NameMessage>([
    { ...base, action: 'register' },
    { ...base, action: 'release' },
    { ...base, action: 'set-attributes', attributes: { avatar: 'https://a.example/x.png', note: 'a\nb: c' } },
    { ...base, action: 'set-address', coinType: 2_147_483_658, address: `0x${'ab'.repeat(20)}` },
  ])('behavior: reads $action back', (message) => {
    expect(parseNameMessage(createNameMessage(message))).toEqual(message)
  })

  test.each([
    ['nothing', ''],
    ['another action', createNameMessage({ ...base, action: 'register' }).replace('Register', 'Sell')],
    ['an additional field', `${createNameMessage({ ...base, action: 'register' })}\nNote: hello`],
    [
      'a field twice',
      createNameMessage({ ...base, action: 'register' }).replace('Nonce:', 'Nonce: x\nNonce:'),
    ],
    [
      'fields in another order',
      createNameMessage({ ...base, action: 'register' }).replace(/(Owner.*)\n(Gateway.*)/, '$2\n$1'),
    ],
    [
      'a name over two lines',
      createNameMessage({ ...base, name: 'alice.portico.local\n\nOwner: x', action: 'register' }),
    ],
    ['an invalid owner', createNameMessage({ ...base, action: 'register' }).replace('eip155:31337:', '')],
    [
      'an invalid time',
      createNameMessage({ ...base, action: 'register' }).replace('2026-11-21T12:00', '2026-13-99T12:00'),
    ],
    [
      'attributes that are not strings',
      createNameMessage({ ...base, action: 'set-attributes', attributes: {} }).replace('{}', '{"a":1}'),
    ],
  ])('error: %s', (_, text) => {
    expect(() => parseNameMessage(text)).toThrow(InvalidNameMessageError)
  })

  test('error: any other text throws InvalidNameMessageError', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(400), (noise, at) => {
        const text = createNameMessage({ ...base, action: 'register' })
        const mutated = text.slice(0, at) + noise + text.slice(at)
        try {
          expect(createNameMessage(parseNameMessage(mutated))).toBe(mutated)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidNameMessageError)
        }
      }),
    )
  })
})
