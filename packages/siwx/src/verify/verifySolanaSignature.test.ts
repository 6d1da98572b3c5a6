import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { createMessage } from '../message/createMessage.ts'
import { verifyMessage } from './verifyMessage.ts'
import { verifySignature } from './verifySignature.ts'

const seed = new Uint8Array(32).fill(7)
const key = ed25519.getPublicKey(seed)
const address = base58.encode(key)
const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const message = 'Hello, Solana. 🦊'
const signed = (text: string) => ed25519.sign(new TextEncoder().encode(text), seed)

function verify(signature: unknown, options: { address?: string; message?: string } = {}) {
  const account = `${network}:${options.address ?? address}` as const
  return verifySignature({ account, message: options.message ?? message, signature: signature as string })
}

const malformed = { ok: false, code: 'signature-malformed' }
const invalid = { ok: false, code: 'signature-invalid' }

describe('verifySignature', () => {
  test('behavior: a signature in base58, or in base64', async () => {
    expect(await verify(base58.encode(signed(message)))).toEqual({ ok: true })
    expect(await verify(base64.encode(signed(message)))).toEqual({ ok: true })
  })

  test('behavior: no signature can be read in both encodings', async () => {
    for (let i = 0; i < 40; i++) {
      const text = `${message} ${i}`
      expect(await verify(base64.encode(signed(text)), { message: text })).toEqual({ ok: true })
      expect(await verify(base58.encode(signed(text)), { message: text })).toEqual({ ok: true })
    }
  })

  test('error: another text, another account', async () => {
    const signature = base58.encode(signed(message))
    expect(await verify(signature, { message: `${message} ` })).toMatchObject(invalid)
    const other = base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(8)))
    expect(await verify(signature, { address: other })).toMatchObject(invalid)
  })

  test.each([
    ['nothing', ''],
    ['63 bytes', base58.encode(signed(message).subarray(1))],
    ['65 bytes', base58.encode(new Uint8Array([1, ...signed(message)]))],
    ['hex', `0x${'ab'.repeat(64)}`],
    ['letters of no alphabet', '0OIl'.repeat(22)],
    ['a megabyte', '1'.repeat(1_000_000)],
    ['no text', 42],
    ['nothing at all', undefined],
  ])('error: %s is not a signature', async (_, signature) => {
    expect(await verify(signature)).toMatchObject(malformed)
  })

  test('error: every flipped bit makes the signature invalid', async () => {
    for (let bit = 0; bit < 512; bit += 7) {
      const signature = signed(message)
      signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect([bit, (await verify(base58.encode(signature))).ok]).toEqual([bit, false])
    }
  })

  test('error: an s above the group order is refused', async () => {
    const signature = signed(message)
    let s = 0n
    for (let i = 63; i >= 32; i--) s = (s << 8n) | BigInt(signature[i] ?? 0)
    s += ed25519.Point.Fn.ORDER
    for (let i = 32; i < 64; i++, s >>= 8n) signature[i] = Number(s & 255n)
    expect(await verify(base58.encode(signature))).toMatchObject(invalid)
  })

  // The eight points of small order. With such a key, one signature is valid for many texts.
  const order8 = '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'
  test.each([
    ['one', `01${'00'.repeat(31)}`],
    ['minus one', `ec${'ff'.repeat(30)}7f`],
    ['zero', '00'.repeat(32)],
    ['of order eight', order8],
    ['one, not in its one spelling', `ee${'ff'.repeat(30)}7f`],
    ['minus zero', `01${'00'.repeat(30)}80`],
    ['off the curve', `02${'00'.repeat(31)}`],
  ])('error: a key that is %s', async (_, hex) => {
    const weak = base58.encode(Uint8Array.from(Buffer.from(hex, 'hex')))
    // R = the key, s = 0: valid for about one text in eight under lax verification.
    for (let i = 0; i < 16; i++) {
      const signature = base58.encode(Uint8Array.from(Buffer.from(`${hex}${'00'.repeat(32)}`, 'hex')))
      expect(await verify(signature, { address: weak, message: `${i}` })).toMatchObject(invalid)
    }
  })

  test.each([
    ['31 bytes', base58.encode(key.subarray(1))],
    ['33 bytes', base58.encode(new Uint8Array([1, ...key]))],
    ['letters of no alphabet', 'l'.repeat(44)],
  ])('error: an address of %s', async (_, other) => {
    expect(await verify(base58.encode(signed(message)), { address: other })).toMatchObject(invalid)
  })
})

describe('verifyMessage', () => {
  test('behavior: a sign-in of a Solana account', async () => {
    const text = createMessage({
      domain: 'example.com',
      address,
      uri: 'https://example.com',
      version: '1',
      chainId: network,
      nonce: 'abcdefgh',
      issuedAt: '2026-01-01T00:00:00Z',
    })
    const now = new Date('2026-01-01T00:00:01Z')
    const signature = base58.encode(signed(text))
    expect(await verifyMessage({ message: text, signature, nonce: 'abcdefgh', now })).toMatchObject({
      ok: true,
      account: `${network}:${address}`,
    })
    expect(
      await verifyMessage({ message: text, signature, address: address.toLowerCase(), now }),
    ).toMatchObject({ ok: false, code: 'address-mismatch' })
  })
})
