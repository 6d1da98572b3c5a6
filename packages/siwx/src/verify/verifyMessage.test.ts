import { type Hex, hexToBigInt, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createMessage, createNonce, type MessageFields, type RpcClient, verifyMessage } from '../index.ts'

const account = privateKeyToAccount(generatePrivateKey())
const now = new Date('2026-03-01T12:00:00Z')
const fields: MessageFields = {
  domain: 'example.com',
  address: account.address,
  uri: 'https://example.com/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: createNonce(),
  issuedAt: now.toISOString(),
}
const sign = async (changes: Partial<MessageFields> = {}) => {
  const message = createMessage({ ...fields, ...changes })
  return { message, signature: await account.signMessage({ message }), now }
}
const emptyChain: RpcClient = { request: async () => '0x' }

describe('verifyMessage', () => {
  test('behavior: a signature by the key is verified without a client', async () => {
    const signed = await sign()
    const forbidden: RpcClient = { request: () => expect.unreachable('no chain is needed') }
    const expected = { ok: true, fields, account: `eip155:1:${account.address}` }
    expect(await verifyMessage(signed)).toEqual(expected)
    const { domain, uri, nonce } = fields
    expect(
      await verifyMessage({
        ...signed,
        domain,
        uri,
        nonce,
        address: account.address.toLowerCase(),
        chains: ['eip155:10', 'eip155:1'],
        client: forbidden,
      }),
    ).toEqual(expected)
  })

  test('behavior: the domain is case-insensitive', async () => {
    expect(await verifyMessage({ ...(await sign()), domain: 'Example.COM' })).toMatchObject({ ok: true })
  })

  test.each<[string, Partial<MessageFields>, Partial<Parameters<typeof verifyMessage>[0]>]>([
    ['malformed-message', {}, { message: 'hello' }],
    ['malformed-message', {}, { message: undefined as never }],
    ['domain-mismatch', {}, { domain: 'evil.example' }],
    ['domain-mismatch', {}, { domain: 'example.com:443' }],
    ['domain-mismatch', { domain: 'user@example.com' }, { domain: 'example.com' }],
    ['domain-mismatch', {}, { domain: '' }],
    ['uri-mismatch', {}, { uri: 'https://example.com/' }],
    ['nonce-mismatch', {}, { nonce: createNonce() }],
    ['nonce-mismatch', {}, { nonce: '' }],
    ['chain-unsupported', {}, { chains: ['eip155:10'] }],
    ['chain-unsupported', {}, { chains: [] }],
    ['not-yet-valid', { notBefore: '2026-03-01T12:00:00.001Z' }, {}],
    ['not-yet-valid', { notBefore: '2026-03-01T12:00:00-00:01' }, {}],
    ['expired', { expirationTime: '2026-03-01T12:00:00Z' }, {}],
    ['expired', { expirationTime: '2026-03-01T12:59:59+01:00' }, {}],
    ['not-yet-valid', { issuedAt: '2026-03-01T12:05:00.001Z' }, {}],
    ['not-yet-valid', { issuedAt: '2026-03-01T12:00:01Z' }, { issuedAtSkew: 0 }],
    ['not-yet-valid', {}, { now: new Date(Number.NaN) }],
    ['expired', { expirationTime: '2027-01-01T00:00:00Z' }, { now: new Date(Number.NaN) }],
    ['address-mismatch', {}, { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' }],
    ['address-mismatch', {}, { address: '' }],
  ])('error: %s %j %j', async (code, changes, parameters) => {
    const result = await verifyMessage({ ...(await sign(changes)), ...parameters })
    expect(result).toEqual({ ok: false, code, reason: expect.stringMatching(/\.$/) })
  })

  test.each<[string, Partial<MessageFields>]>([
    ['not before now', { notBefore: '2026-03-01T12:00:00Z' }],
    ['expires in a millisecond', { expirationTime: '2026-03-01T12:00:00.001Z' }],
    ['issued by a clock five minutes fast', { issuedAt: '2026-03-01T12:05:00Z' }],
    ['issued long ago', { issuedAt: '1999-01-01T00:00:00Z' }],
  ])('behavior: %s', async (_, changes) => {
    expect(await verifyMessage(await sign(changes))).toMatchObject({ ok: true })
  })

  test('behavior: returns the first problem: domain, uri, nonce, chain, times, address, signature', async () => {
    const parameters = {
      ...(await sign({ notBefore: '2030-01-01T00:00:00Z', expirationTime: '2020-01-01T00:00:00Z' })),
      signature: '0x',
      domain: 'x',
      uri: 'x:',
      nonce: 'x',
      chains: [],
      address: 'x',
    }
    const order: [string, object][] = [
      ['domain-mismatch', { domain: undefined }],
      ['uri-mismatch', { uri: undefined }],
      ['nonce-mismatch', { nonce: undefined }],
      ['chain-unsupported', { chains: undefined }],
      ['not-yet-valid', { now: new Date('2030-01-02T00:00:00Z') }],
      ['expired', await sign()],
      ['address-mismatch', { address: undefined, signature: '0x' }],
      ['signature-malformed', {}],
    ]
    let next = parameters
    for (const [code, change] of order) {
      expect(await verifyMessage(next)).toMatchObject({ ok: false, code })
      next = { ...next, ...change }
    }
  })

  test('error: another message than the signed one', async () => {
    const { signature } = await sign()
    const { message } = await sign({ nonce: createNonce() })
    expect(await verifyMessage({ message, signature, now, client: emptyChain })).toMatchObject({
      ok: false,
      code: 'signature-invalid',
    })
    // Without a client, the signer could be the owner of a smart account.
    expect(await verifyMessage({ message, signature, now })).toMatchObject({
      ok: false,
      code: 'client-required',
    })
  })

  test('behavior: recovery bytes 0 and 1 are accepted as 27 and 28', async () => {
    const { message, signature } = await sign()
    const parity = signature.endsWith('1b') ? '00' : '01'
    const other = `${signature.slice(0, -2)}${parity}`
    expect(await verifyMessage({ message, signature: other, now })).toMatchObject({ ok: true })
  })

  test('error: a signature with a high s', async () => {
    const { message, signature } = await sign()
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = numberToHex(order - hexToBigInt(`0x${signature.slice(66, 130)}`), { size: 32 })
    const high = `${signature.slice(0, 66)}${s.slice(2)}${signature.endsWith('1b') ? '1c' : '1b'}`
    for (const client of [undefined, emptyChain])
      expect(await verifyMessage({ message, signature: high, now, client })).toMatchObject({
        ok: false,
        code: 'signature-malformed',
      })
  })

  const zeros = '0'.repeat(128)
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an object', { r: 1 }],
    ['an empty text', ''],
    ['no bytes', '0x'],
    ['half a byte', '0x123'],
    ['no hex', `0x${'zz'.repeat(65)}`],
    ['no 0x', 'ab'.repeat(65)],
    ['capital 0X', `0X${'ab'.repeat(65)}`],
    ['64 bytes, the short form of ERC-2098', `0x${'ab'.repeat(64)}`],
    ['66 bytes', `0x${'ab'.repeat(66)}`],
    ['a megabyte', `0x${'ab'.repeat(1_000_000)}`],
  ])('error: signature of %s', async (_, signature) => {
    const { message } = await sign()
    expect(
      await verifyMessage({ message, signature: signature as string, now, client: emptyChain }),
    ).toMatchObject({ ok: false, code: 'signature-malformed' })
  })

  test.each<[string, string]>([
    ['zeros', `0x${zeros}1b`],
    ['ones', `0x${'f'.repeat(128)}1b`],
    ['an unknown recovery byte', `0x${'1'.repeat(128)}1d`],
  ])('error: 65 bytes of %s', async (_, signature) => {
    const { message } = await sign()
    expect(await verifyMessage({ message, signature, now, client: emptyChain })).toMatchObject({
      ok: false,
      code: 'signature-invalid',
    })
  })

  describe('smart accounts', () => {
    const signature: Hex = `0x${'12'.repeat(100)}`
    const answering = (code: unknown, answer: () => unknown): RpcClient => ({
      request: async ({ method }) => (method === 'eth_getCode' ? code : answer()),
    })
    const fail = (error: unknown) => () => {
      throw error
    }

    test.each<[string, RpcClient | undefined, string]>([
      ['no client', undefined, 'client-required'],
      ['no code at the address', emptyChain, 'signature-malformed'],
      ['another word', answering('0x60', () => `0x${'f'.repeat(64)}`), 'signature-invalid'],
      ['the magic word without padding', answering('0x60', () => '0x1626ba7e'), 'signature-invalid'],
      [
        'the magic word and something',
        answering('0x60', () => `0x1626ba7e${'1'.repeat(56)}`),
        'signature-invalid',
      ],
      ['nothing', answering('0x60', () => '0x'), 'signature-invalid'],
      [
        "geth's revert",
        answering('0x60', fail({ code: 3, message: 'execution reverted' })),
        'signature-invalid',
      ],
      [
        'a revert in words',
        answering('0x60', fail(new Error('execution reverted: no'))),
        'signature-invalid',
      ],
      [
        'an invalid opcode',
        answering('0x60', fail({ code: -32000, message: 'invalid opcode: INVALID' })),
        'signature-invalid',
      ],
      [
        'a revert after a long request',
        answering('0x60', fail(new Error(`Request: ${'0x00'.repeat(5000)}\nDetails: execution reverted`))),
        'signature-invalid',
      ],
      [
        'a node that cannot be reached',
        { request: fail(new TypeError('fetch failed')) },
        'client-unavailable',
      ],
      [
        'a node that breaks off',
        answering('0x60', fail(new TypeError('fetch failed'))),
        'client-unavailable',
      ],
      [
        'a rate limit',
        answering('0x60', fail({ code: -32005, message: 'Too many requests' })),
        'client-unavailable',
      ],
      [
        'an internal error',
        answering('0x60', fail({ code: -32603, message: 'Internal error' })),
        'client-unavailable',
      ],
      ['an answer that is no hex', answering('0x60', () => null), 'client-unavailable'],
      ['code that is no hex', answering(undefined, () => '0x'), 'client-unavailable'],
      [
        'an error that throws when it is read',
        {
          request: fail(
            new Proxy({}, { get: fail(new Error('touched')), getPrototypeOf: fail(new Error('touched')) }),
          ),
        },
        'client-unavailable',
      ],
    ])('error: %s', async (_, client, code) => {
      const { message } = await sign()
      expect(await verifyMessage({ message, signature, now, client })).toMatchObject({ ok: false, code })
    })

    test('error: a wrapped signature whose network does not respond', async () => {
      const { message } = await sign()
      const wrapped = `0x${'00'.repeat(96)}${'6492'.repeat(16)}`
      const broken: RpcClient = { request: fail(new TypeError('fetch failed')) }
      expect(await verifyMessage({ message, signature: wrapped, now, client: broken })).toMatchObject({
        ok: false,
        code: 'client-unavailable',
      })
      expect(await verifyMessage({ message, signature: wrapped, now })).toMatchObject({
        code: 'client-required',
      })
    })
  })
})
