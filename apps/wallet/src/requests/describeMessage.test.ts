import { createMessage, type MessageFields } from '@portico/siwx'
import fc from 'fast-check'
import { bytesToHex, stringToHex, hashMessage as viemHashMessage } from 'viem'
import { describe, expect, test } from 'vitest'
import { describeMessage } from './describeMessage.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const now = Date.parse('2026-06-01T12:00:00Z')
const context = { address, origin: 'http://localhost:4400', chainId: 'eip155:31337', now } as const
const ask = (message: string, account: string = address) => describeMessage([message, account], context)
const fields: MessageFields = {
  domain: 'localhost:4400',
  address,
  uri: 'http://localhost:4400/login',
  version: '1',
  chainId: 'eip155:31337',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-06-01T11:59:00Z',
}

describe('describeMessage', () => {
  test('behavior: a text, plain or as hex', () => {
    for (const message of ['Hello, Ada', stringToHex('Hello, Ada')]) {
      const { description, hash } = ask(message)
      expect(description).toMatchObject({
        title: 'Signature request',
        text: 'Hello, Ada',
        risk: 'low',
        warnings: [],
      })
      expect(hash).toBe(viemHashMessage('Hello, Ada'))
    }
  })

  test('behavior: the title says that a text has hidden characters', () => {
    expect(ask('Pay \u202e0001 to Ada').description.title).toBe('Sign a message with hidden characters')
  })

  test('behavior: the hash equals viem’s', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        fc.pre(!/^0x/i.test(text) && new TextEncoder().encode(text).length !== 32)
        expect(ask(text).hash).toBe(viemHashMessage(text))
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: a sign-in for the requesting page', () => {
    const { description } = ask(stringToHex(createMessage(fields)))
    expect(description).toMatchObject({ title: 'Sign in to localhost:4400', risk: 'low', warnings: [] })
    expect(description.facts).toContainEqual({
      label: 'Network',
      value: 'Local One (test network: nothing here has real value)',
    })
  })

  test('behavior: a sign-in whose facts express it shows only what the site wrote; the rest is under Details', () => {
    const message = createMessage(fields)
    expect(ask(message).description).toMatchObject({ name: 'sign-in', text: undefined, fullText: message })
    const statement = 'Welcome back, Ada.'
    const stated = createMessage({ ...fields, statement })
    expect(ask(stated).description).toMatchObject({ text: statement, fullText: stated })
  })

  test.each<[string, Partial<MessageFields>]>([
    ['another site', { uri: 'https://api.example/login' }],
    ['resources', { resources: ['https://localhost:4400/terms'] }],
    ['a part for programs', { statement: `0x${'ab'.repeat(40)}` }],
  ])('behavior: a sign-in with %s is shown in full', (_, change) => {
    const message = createMessage({ ...fields, ...change })
    const { text, fullText } = ask(message).description
    expect(text).toBe(message)
    expect(fullText).toBeUndefined()
  })

  test('behavior: a message that is no sign-in is shown in full', () => {
    const { name, text, fullText } = ask('Hello, Ada').description
    expect([name, text, fullText]).toEqual(['signature', 'Hello, Ada', undefined])
  })

  test.each<[string, Partial<MessageFields>]>([
    ['another page', { domain: 'bank.example' }],
    ['another port', { domain: 'localhost:4401' }],
    ['the host without its port', { domain: 'localhost' }],
    ['a longer name', { domain: 'localhost.evil.example:4400' }],
    ['another scheme', { scheme: 'https' }],
    ['another account', { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    ['another network', { chainId: 'eip155:1' }],
    ['an expiry an hour ago', { expirationTime: '2026-06-01T11:00:00Z' }],
    ['an expiry at this moment', { expirationTime: '2026-06-01T12:00:00Z' }],
    ['a start in the future', { notBefore: '2026-06-01T13:00:00Z' }],
  ])('error: a sign-in for %s', (_, change) => {
    const message = createMessage({ ...fields, ...change })
    expect(() => ask(message)).toThrow(RequestRefusedError)
    expect(() => ask(stringToHex(message))).toThrow(RequestRefusedError)
  })

  test('error: a malformed sign-in that a lenient server might accept', () => {
    const foreign = createMessage({ ...fields, domain: 'bank.example' })
    for (const message of [
      `${foreign}\n`,
      ` ${foreign}`,
      foreign.replaceAll('\n', '\r\n'),
      foreign.replace('wants you', 'wants  you'),
      foreign.replace('wants', 'wa\u200bnts'),
      foreign.replace('Version: 1', 'Version: 2'),
      `Free gift!\n\n${foreign}`,
      foreign.toLowerCase(),
      foreign.replace('sign in', 'sign-in').replace('sign-in', 'ｓｉｇｎ ｉｎ'),
      foreign.replace('Ethereum', 'Solana'),
    ])
      expect(() => ask(message), JSON.stringify(message.slice(0, 60))).toThrow(RequestRefusedError)
  })

  test('behavior: a sign-in with a URI of another site is shown with a note', () => {
    const { description } = ask(createMessage({ ...fields, uri: 'https://api.example/login' }))
    expect(description.title).toBe('Sign in to localhost:4400 and api.example')
    expect(description.facts).toContainEqual({
      label: 'Signs in to',
      value: 'localhost:4400, which asks, and api.example, another site',
    })
    expect(description.facts).toContainEqual({ label: 'Sign-in ends', value: 'when these sites end it' })
    expect(description.warnings).toEqual([
      {
        level: 'note',
        text: 'api.example is not the site that asks. Both sites can take this as your login: approve only if you know both.',
      },
    ])
    expect(description.risk).toBe('medium')
  })

  test.each([
    ['http://localhost:4401/', 'localhost:4401'],
    ['https://localhost:4400/', 'localhost:4400'],
    ['http://api.example/', 'http://api.example'],
    ['did:example:123', 'did:example:123'],
  ])('behavior: a sign-in with the URI %s names %s as another site', (uri, name) => {
    expect(ask(createMessage({ ...fields, uri })).description.title).toBe(
      `Sign in to localhost:4400 and ${name}`,
    )
  })

  const use = (message: string) =>
    ask(message).description.facts.find(({ label }) => label === 'Signature can be used')?.value

  test('behavior: a signed text proves the signature, not that the visitor agrees', () => {
    expect(use('I agree to the terms.')).toBe(
      'by anyone who has it, any number of times, without an end: as proof that you signed the text above',
    )
  })

  test('behavior: a sign-in says what the site can do later', () => {
    for (const uri of [fields.uri, 'https://api.example/'])
      expect(ask(createMessage({ ...fields, uri })).description.facts[1]).toEqual({
        label: 'Later',
        value:
          uri === fields.uri
            ? 'the site can treat you as logged in there; this gives no permission to take anything from your account'
            : 'these sites can treat you as logged in there; this gives no permission to take anything from your account',
      })
  })

  test.each([
    ['a hash', 'ab'.repeat(32)],
    ['a call', stringToHex(`0xa9059cbb${'0'.repeat(128)}`)],
    ['a transaction in words', `Please confirm: 0x02f8${'ab'.repeat(100)} Thank you.`],
    ['a transaction as JSON', '{"to":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","value":"1"}'],
    ['several orders as JSON', ' [{"sell":"ETH"}]\n'],
    ['bytes in base 64', 'AvhvAYIGQYRZaC8AhQRuOg4AglIIlHCZeXDFGBLcOgEMfQG1Dg0X3HnI'],
    ['bytes in base 64 after words', 'Welcome!\nAvhvAYIGQYRZaC8AhQRuOg4AglIIlHCZeXDFGBLcOgEMfQG1Dg0X3HnI.'],
    ['bytes for URLs', 'Hi (AvhvAYIGQYRZaC8AhQRuOg4AglIIlHCZ_XDFGBLcOgEMfQG1-g0X3HnI) there'],
    ['a transaction in base58', `Confirm ${'4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'.repeat(3)} now`],
    ['JSON after words', 'Welcome to the forum. { "sell" : "ETH", "for": 1}'],
    ['JSON with an escaped name', 'Hi {"se\\"ll":1} there'],
  ])('behavior: what a text for programs may allow is unknown: %s', (_, message) => {
    const { description } = ask(message)
    expect(description.title).toBe('Sign a message with an unknown meaning')
    expect(use(message)).toBe(
      'by anyone who has it, any number of times, without an end; what for is unknown',
    )
    expect(description.warnings).toEqual([
      {
        level: 'danger',
        text: 'The text, or a part of it, is written for programs and not for people. It could be an order or a transaction: what it may allow is unknown.',
      },
    ])
    expect(description).toMatchObject({ risk: 'high' })
    expect(description).not.toHaveProperty('stake')
  })

  test.each([
    ['a code of a login', `Log in to the shop.\nNonce: ${'ab'.repeat(32)}`],
    ['a long address', 'Visit https://forum.example/threads/2026/a-very-long-title-of-a-thread-with-Words-1'],
    ['a word', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'],
    ['a number', '1234567890'],
    ['an address on Solana', 'Link 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2 to my account'],
    ['an address on Polkadot', 'Link 5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty to my account'],
    ['a nonce of 32 bytes', 'Nonce: uVPiy/4zR7FGUOBq3BlvJ5hCpT+rGJ0oVXlOQq7fY9A='],
    ['a content ID', 'I vote for QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'],
    [
      'long URLs',
      'I read https://forum.example/Threads/2026/a-very-long-title-of-a-thread-with-many-Words-1?from=Mail and ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG/Terms-of-2026.',
    ],
    ['braces', 'Hello {name}, "welcome": {here} and {"there"}'],
    ['a date of a login', 'localhost:4400 asks you to log in.\nTime: 2026-06-01T12:00:00Z'],
  ])('behavior: a text for people: %s', (_, message) => {
    expect(ask(message).description).toMatchObject({ risk: 'low', warnings: [] })
  })

  const long = 'AvhvAYIGQYRZaC8AhQRuOg4AglIIlHCZeXDFGBLcOgEMfQG1Dg0X3HnI'
  test('behavior: the nonce and the request ID of a sign-in are made for programs', () => {
    const { description } = ask(
      createMessage({ ...fields, nonce: long, requestId: `${long}${'ab'.repeat(40)}` }),
    )
    expect(description).toMatchObject({ risk: 'low', warnings: [], stake: 'none' })
  })

  test.each<[string, Partial<MessageFields>]>([
    ['the statement', { statement: `Welcome! ${long}` }],
    ['a resource', { resources: [`urn:recap:${long}`] }],
  ])('behavior: what %s of a sign-in says to programs is unknown', (_, change) => {
    const { description } = ask(createMessage({ ...fields, ...change }))
    expect(description).toMatchObject({ title: 'Sign in to localhost:4400', risk: 'high' })
    expect(description.facts[1]?.value).toMatch(/; what else it may allow is unknown$/)
    expect(description).not.toHaveProperty('stake')
  })

  test('behavior: long texts are read in a moment', () => {
    for (const part of ['{"', '{ ', '{"\\', 'aB1', 'https://a', '{"a"'])
      ask(part.repeat(Math.floor(65_000 / part.length)))
  }, 2000)

  test('behavior: hidden characters are named and shown', () => {
    expect(ask('pay \u202eecila').description.warnings).toEqual([
      {
        level: 'danger',
        text: 'The text contains hidden characters that change the order in which it is read. They are shown above as [hidden character]. The text can say something else than what you read: what it may allow is unknown.',
      },
    ])
    expect(use('pay \u202eecila')).toMatch(/; what for is unknown$/)
    expect(ask('pay al\u200bice').description.warnings).toEqual([
      {
        level: 'note',
        text: 'The text contains hidden characters. They are shown above as [hidden character]; elsewhere you cannot see them.',
      },
    ])
  })

  test('behavior: only a message that people cannot read warns of a loss of money', () => {
    expect(ask('pay Alice').description.stake).toBe('none')
    expect(ask('pay \u202eecila').description).not.toHaveProperty('stake')
    expect(ask('ab'.repeat(32)).description).not.toHaveProperty('stake')
  })

  test('error: bytes that are not text', () => {
    const blind = [
      '0x5e2d0f3b2a9f0d5b8a9f3a6f0d1e2c3b4a5968778695a4b3c2d1e0ff00112233',
      '0xff',
      '0xc3',
      bytesToHex(new Uint8Array(32).fill(1)),
      bytesToHex(crypto.getRandomValues(new Uint8Array(65))),
    ]
    for (const message of blind) expect(() => ask(message), message).toThrow(/blindly/)
  })

  test.each([
    ['a hash', '0x5e2d0f3b2a9f0d5b8a9f3a6f0d1e2c3b4a5968778695a4b3c2d1e0ff00112233'],
    ['a hash that is valid UTF-8', bytesToHex(new Uint8Array(32).fill(1))],
    ['a hash of printable characters', `0x${'41'.repeat(32)}`],
    ['a hash in upper case', `0x${'4A'.repeat(32)}`],
    ['a text as hex', stringToHex('Please sign this message, Alice!')],
    ['a plain text', 'Please sign this message, Alice!'],
    ['a plain text of 31 characters', 'Please sign this message, Zoë 1'],
    ['32 digits', '5e2d0f3b2a9f0d5b8a9f3a6f0d1e2c3b'],
    ['spaces', ' '.repeat(32)],
    ['a lone surrogate, which is signed as three bytes', `${'a'.repeat(29)}\ud800`],
  ])('error: a message of exactly 32 bytes: %s', (_, message) => {
    expect(() => ask(message)).toThrow(/^A message of exactly 32 bytes/)
  })

  test('behavior: the bytes that are signed count, not the characters', () => {
    // 32 characters, 33 bytes.
    expect(ask('Please sign this message, Zoë 12').description.risk).toBe('low')
    // Hex digits without a prefix are signed as text: 64 bytes.
    expect(ask('ab'.repeat(32)).description.risk).toBe('high')
    for (const length of [31, 33]) expect(ask('a'.repeat(length)).description.risk).toBe('low')
  })

  test('behavior: invisible and direction-changing characters raise the risk', () => {
    expect(ask('pay \u202eecila').description).toMatchObject({ risk: 'high' })
    expect(ask('pay al\u200bice').description).toMatchObject({ risk: 'medium' })
    expect(ask('नी\u200dक्ष 👨\u200d👩\u200d👧 ❤\ufe0f').description).toMatchObject({ risk: 'low' })
    expect(ask(`0x${'ab'.repeat(32)} `).description).toMatchObject({ risk: 'high' })
  })

  test.each([
    ['missing', undefined],
    ['an empty list', []],
    ['no account', ['hi']],
    ['a number', [1, address]],
    ['another account', ['hi', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']],
    ['the wrong order', [address, 'hi']],
    ['a long text', ['x'.repeat(70_000), address]],
    ['no list', { 0: 'hi', 1: address, length: 2 }],
  ])('error: parameters: %s', (_, params) => {
    expect(() => describeMessage(params, context)).toThrow(RequestRefusedError)
  })
})
