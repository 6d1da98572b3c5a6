import { describe, expect, test } from 'vitest'
import { normalizeEmail } from './normalizeEmail.ts'

describe('normalizeEmail', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada.L+tag@EXAMPLE.Com ', 'Ada.L+tag@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['jose\u0301@example.com', 'josé@example.com'],
    ["o'hara_{x}@sub.example.co", "o'hara_{x}@sub.example.co"],
  ])('behavior: %s', (input, expected) => {
    expect(normalizeEmail(input)).toBe(expected)
  })

  test.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@0x7f.1',
    'ada@[127.0.0.1]',
    'ada@ex%61mple.com',
    'ada@-a.example',
    'ada@a-.example',
    'ada@a..example',
    'ada@example.com.',
    '.ada@example.com',
    'a..da@example.com',
    '"a b"@example.com',
    'a b@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada\r\nBcc: eve@example.com@example.com',
    'ada@example.com,eve@example.com',
    'Ada <ada@example.com>',
    'a\u200bda@example.com',
    'a\u202eda@example.com',
    'a\0@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.example`,
    `ada@${'a.'.repeat(130)}example`,
  ])('error: rejects %j', (input) => {
    expect(normalizeEmail(input)).toBeUndefined()
  })

  test('behavior: normalizing twice gives the same address', () => {
    for (const input of ['Ada@Bücher.Example', 'x@a.b', 'ß@straße.example']) {
      const once = normalizeEmail(input) as string
      expect(normalizeEmail(once)).toBe(once)
    }
  })
})
