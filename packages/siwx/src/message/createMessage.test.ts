import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checksumAddress,
  createMessage,
  createNonce,
  InvalidMessageError,
  type MessageFields,
  parseMessage,
} from '../index.ts'

const fields: MessageFields = {
  domain: 'example.com',
  address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  uri: 'https://example.com/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: '32891756',
  issuedAt: '2021-09-30T16:25:24Z',
}

describe('createMessage', () => {
  test('behavior: the shortest message', () => {
    expect(createMessage(fields)).toMatchInlineSnapshot(`
      "example.com wants you to sign in with your Ethereum account:
      0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2


      URI: https://example.com/login
      Version: 1
      Chain ID: 1
      Nonce: 32891756
      Issued At: 2021-09-30T16:25:24Z"
    `)
  })

  test('behavior: every field', () => {
    const all: MessageFields = {
      ...fields,
      scheme: 'https',
      statement: 'I accept the Terms: https://example.com/tos?a=1&b=[2]#c',
      expirationTime: '2021-10-30T16:25:24.5+02:00',
      notBefore: '2021-09-30t16:25:24z',
      requestId: 'some:id@%20!',
      resources: [
        'ipfs://bafybei/',
        'did:pkh:eip155:1:0xabc',
        'urn:example:a?+b#c',
        'file:///etc',
        'https://[::1]:80',
      ],
    }
    expect(createMessage(all)).toMatchInlineSnapshot(`
      "https://example.com wants you to sign in with your Ethereum account:
      0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

      I accept the Terms: https://example.com/tos?a=1&b=[2]#c

      URI: https://example.com/login
      Version: 1
      Chain ID: 1
      Nonce: 32891756
      Issued At: 2021-09-30T16:25:24Z
      Expiration Time: 2021-10-30T16:25:24.5+02:00
      Not Before: 2021-09-30t16:25:24z
      Request ID: some:id@%20!
      Resources:
      - ipfs://bafybei/
      - did:pkh:eip155:1:0xabc
      - urn:example:a?+b#c
      - file:///etc
      - https://[::1]:80"
    `)
    expect(parseMessage(createMessage(all))).toEqual(all)
  })

  test('behavior: an empty request id and an empty list differ from missing ones', () => {
    const message = createMessage({ ...fields, requestId: '', resources: [] })
    expect(message.endsWith('\nRequest ID: \nResources:')).toBe(true)
    expect(parseMessage(message)).toEqual({ ...fields, requestId: '', resources: [] })
  })

  test('error: contains field and reason', () => {
    expect(() => createMessage({ ...fields, nonce: 'short' })).toThrowErrorMatchingInlineSnapshot(`
      [InvalidMessageError: Sign-in message is not valid: nonce must be at least 8 letters and digits.]
    `)
    try {
      createMessage({ ...fields, resources: ['https://a.b', 'no uri'] })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidMessageError)
      expect(error).toMatchObject({
        code: 'invalid-message',
        field: 'resources',
        reason: 'must be URIs of RFC 3986, entry 2 is not',
      })
    }
  })

  const wrong: [keyof MessageFields, unknown[]][] = [
    ['scheme', ['', '1http', 'ht tp', 'https:', 'ü']],
    [
      'domain',
      [
        '',
        'a b',
        'a/b',
        'a\nb',
        'https://example.com',
        ':80',
        'user@',
        'a@b@c',
        'a:b',
        'a:80:90',
        '[::1',
        '::1',
        'ü.de',
        '%zz',
        'a%2',
        '#a',
      ],
    ],
    [
      'domain',
      [
        '[1:2:3:4:5:6:7]',
        '[1:2:3:4:5:6:7:8:9]',
        '[1::2::3]',
        '[12345::]',
        '[1:2:3:4:5:6:7::8]',
        '[::1.2.3]',
        '[::1.2.3.256]',
        '[::01.2.3.4]',
        '[1.2.3.4::]',
        '[v1.]',
        '[]',
        '[::1]a',
      ],
    ],
    [
      'address',
      [
        fields.address.toLowerCase(),
        fields.address.toUpperCase(),
        fields.address.slice(0, -1),
        `${fields.address}\n`,
        '',
        1,
      ],
    ],
    [
      'statement',
      ['', 'a\nb', 'a\rb', 'ünïcode', '100%', 'say "hi"', 'a<b', '{}', 'back`tick', 'tab\t', '\\'],
    ],
    [
      'uri',
      [
        '',
        'example.com',
        '/path',
        '//example.com',
        ':x',
        '1a:b',
        'a b:c',
        'http://a b',
        'http://a/%',
        'http://a/%zz',
        'http://a#b#c',
        'http://[::1',
        'http://a|b',
        'http://a:b',
        'x:{}',
        'x:ü',
      ],
    ],
    ['version', ['2', '', 1, '1 ']],
    [
      'chainId',
      [
        '1',
        1,
        'eip155:',
        'eip155:01',
        'eip155:0x1',
        'cosmos:cosmoshub-3',
        `eip155:${'9'.repeat(33)}`,
        '',
        'constructor:1',
        'toString:1',
      ],
    ],
    ['nonce', ['', '1234567', '1234 5678', '1234567ü', '1234567-', 12345678]],
    [
      'issuedAt',
      [
        '',
        '2021-09-30',
        '2021-09-30 16:25:24Z',
        '2021-09-30T16:25:24',
        '2021-9-30T16:25:24Z',
        '2021-02-29T16:25:24Z',
        '2021-04-31T00:00:00Z',
        '2021-13-01T00:00:00Z',
        '2021-00-01T00:00:00Z',
        '2021-01-00T00:00:00Z',
        '2021-01-01T24:00:00Z',
        '2021-01-01T00:60:00Z',
        '2021-01-01T00:00:61Z',
        '2021-01-01T00:00:60Z',
        '2021-01-01T00:00:00.Z',
        '2021-01-01T00:00:00+24:00',
        '2021-01-01T00:00:00+00:60',
        '2021-01-01T00:00:00+0100',
        '1900-02-29T00:00:00Z',
        0,
      ],
    ],
    ['expirationTime', ['', 'tomorrow', null]],
    ['notBefore', ['', 'yesterday', null]],
    ['requestId', ['a b', 'a/b', 'a?b', 'a#b', '%', 'a\nb', 7]],
    ['resources', ['https://a.b', [''], ['https://a.b', 'c'], ['https://a.b\n- https://c.d'], [1], {}]],
  ]
  for (const [field, values] of wrong) {
    test.each(values)(`error: ${field} %j`, (value) => {
      expect(fieldOf(() => createMessage({ ...fields, [field]: value }))).toBe(field)
    })
  }

  test.each(['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'] as const)(
    'error: without %s',
    (field) => {
      expect(fieldOf(() => createMessage({ ...fields, [field]: undefined } as never))).toBe(field)
    },
  )

  test.each([
    'a',
    'localhost:4400',
    '127.0.0.1',
    'u:p@h:1',
    'a:',
    '[::]',
    '[1::]',
    '[::1.2.3.4]',
    '[1:2:3:4:5:6:7:8]',
    '[1:2:3:4:5:6:1.2.3.4]',
    '[::2:3:4:5:6:7:8]',
    '[v7.a:b]',
    'xn--mnchen-3ya.de',
    'a%20b',
    '999.999.999.999',
    "!$&'()*+,;=",
  ])('behavior: domain %s', (domain) => {
    expect(parseMessage(createMessage({ ...fields, domain })).domain).toBe(domain)
  })

  test.each([
    'x:',
    'x:y',
    'x:/y',
    'x:/',
    'x://',
    'x:///y',
    'x://a?b?c/d#e/f?g',
    'mailto:a@b.c',
    'http://a:',
    'a+b-c.d:e',
    'x:%41',
    'x:y//z',
  ])('behavior: uri %s', (uri) => {
    expect(parseMessage(createMessage({ ...fields, uri })).uri).toBe(uri)
  })

  test.each([
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999999+23:59',
    '2016-12-31T23:59:60Z',
    '2017-01-01T00:59:60+01:00',
    '2021-01-01T00:00:00-00:00',
  ])('behavior: time %s', (issuedAt) => {
    expect(parseMessage(createMessage({ ...fields, issuedAt })).issuedAt).toBe(issuedAt)
  })

  test('behavior: parseMessage parses what createMessage writes', () => {
    const text = (pattern: RegExp) => fc.stringMatching(pattern)
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
    const time = fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
    const someFields = fc.record({
      scheme: optional(text(/^[a-z][a-z0-9+.-]*$/)),
      domain: fc.webAuthority({ withPort: true, withIPv4: true, withIPv6: true, withUserInfo: true }),
      address: text(/^0x[0-9a-f]{40}$/).map((address) => checksumAddress(address) ?? ''),
      statement: optional(text(/^[\w.~:/?#@!$&'()*+,;= -]+$/)),
      uri: fc.webUrl({ withFragments: true, withQueryParameters: true }),
      version: fc.constant('1' as const),
      chainId: fc.nat().map((id) => `eip155:${id}` as const),
      nonce: text(/^[A-Za-z0-9]{8,40}$/),
      issuedAt: time,
      expirationTime: optional(time),
      notBefore: optional(time),
      requestId: optional(text(/^[\w.~!$&'()*+,;=:@-]*$/)),
      resources: optional(fc.array(fc.webUrl())),
    })
    fc.assert(
      fc.property(someFields, (some) => {
        const read = parseMessage(createMessage(some))
        expect(read).toEqual(
          Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)),
        )
      }),
    )
  })
})

describe('createNonce', () => {
  test('behavior: 32 hex digits, different every time, valid in a message', () => {
    const nonces = new Set(Array.from({ length: 1000 }, createNonce))
    expect(nonces.size).toBe(1000)
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(createMessage({ ...fields, nonce: createNonce() })).toContain('Nonce: ')
  })
})

describe('checksumAddress', () => {
  test('error: a text that is not an address', () => {
    for (const text of [
      '',
      '0x',
      `${fields.address}0`,
      fields.address.slice(2),
      '0XC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    ])
      expect(checksumAddress(text)).toBeUndefined()
  })
})

function fieldOf(action: () => unknown): unknown {
  try {
    action()
    return 'no error'
  } catch (error) {
    return error instanceof InvalidMessageError ? error.field : error
  }
}
