import { base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { addressOf, type Kind, regtest, signBip322, signLegacy } from '../../test/signBitcoin.ts'
import { createMessage } from '../message/createMessage.ts'
import { parseMessage } from '../message/parseMessage.ts'
import { verifyMessage } from './verifyMessage.ts'
import { verifySignature } from './verifySignature.ts'

const accountOf = (kind: Kind) => `bip122:${regtest}:${addressOf(kind)}` as const
const message = 'Hello, Bitcoin: öäü 测试 😄'

describe('verifySignature for bip122', () => {
  test.each(['p2pkh', 'p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)(
    'behavior: a BIP-322 signature of %s',
    async (kind) => {
      const signature = signBip322({ kind, message })
      const account = accountOf(kind)
      expect(await verifySignature({ account, message, signature })).toEqual({ ok: true })
      expect(await verifySignature({ account, message: `${message}.`, signature })).toMatchObject({
        ok: false,
      })
      // Without a prefix, as in early drafts of BIP-322.
      expect(await verifySignature({ account, message, signature: signature.slice(3) })).toEqual({ ok: true })
      // A simple signature is not accepted as a full one, nor a full one as a simple one.
      const swapped = `${signature.startsWith('smp') ? 'ful' : 'smp'}${signature.slice(3)}`
      expect(await verifySignature({ account, message, signature: swapped })).toMatchObject({ ok: false })
    },
  )

  test('behavior: P2SH-P2WPKH with the witness only, as in early drafts of BIP-322', async () => {
    // Take the witness from the full signature: the witness for P2WPKH signs another script.
    const full = base64.decode(signBip322({ kind: 'p2sh-p2wpkh', message }).slice(3))
    const witness = full.subarray(full.length - 4 - 1 - 1 - 72 - 34, full.length - 4)
    const start = witness.indexOf(2)
    const signature = base64.encode(witness.subarray(start))
    const account = accountOf('p2sh-p2wpkh')
    expect(await verifySignature({ account, message, signature })).toEqual({ ok: true })
    expect(await verifySignature({ account, message, signature: `smp${signature}` })).toMatchObject({
      ok: false,
    })
  })

  // BIP-137, and headers 31 to 34 for segwit, as Electrum writes them.
  const headers: [number, Kind[]][] = [
    [27, ['p2pkh of an uncompressed key']],
    [31, ['p2pkh', 'p2wpkh', 'p2sh-p2wpkh']],
    [35, ['p2sh-p2wpkh']],
    [39, ['p2wpkh']],
  ]
  const kinds = ['p2pkh', 'p2pkh of an uncompressed key', 'p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const
  test.each(headers)('behavior: a recoverable signature with a header from %i', async (header, accepted) => {
    for (let n = 0; n < 12; n++) {
      const text = `${message} ${n}`
      const signature = signLegacy({ message: text, header })
      for (const kind of kinds) {
        const { ok } = await verifySignature({ account: accountOf(kind), message: text, signature })
        expect([kind, ok]).toEqual([kind, accepted.includes(kind)])
      }
    }
  })

  test('error: a recoverable signature with another recovery id, or a high s', async () => {
    const account = accountOf('p2pkh')
    const bytes = base64.decode(signLegacy({ message, header: 31 }))
    for (let header = 0; header < 256; header++) {
      if (header === bytes[0]) continue
      const signature = base64.encode(Uint8Array.of(header, ...bytes.subarray(1)))
      expect(await verifySignature({ account, message, signature })).toMatchObject({ ok: false })
    }
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = bytes.subarray(33).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
    const large = (order - s).toString(16).padStart(64, '0')
    const twin = Uint8Array.of(
      31 + (((bytes[0] as number) - 31) ^ 1),
      ...bytes.subarray(1, 33),
      ...(large.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)),
    )
    expect(await verifySignature({ account, message, signature: base64.encode(twin) })).toMatchObject({
      ok: false,
    })
  })

  test.each(['', '0x', 'smp', 'ful', 'pof', 'smpAA==', 'AA', 'not base64', 'A'.repeat(40_000), '\u{10ffff}'])(
    'error: %j is not a signature',
    async (signature) => {
      const verdict = await verifySignature({ account: accountOf('p2tr'), message, signature })
      expect(verdict).toMatchObject({ ok: false })
    },
  )

  test('error: an address with a wrong checksum, or of another network', async () => {
    const signature = signBip322({ kind: 'p2wpkh', message })
    const right = accountOf('p2wpkh')
    const mainnet = right.replace(regtest, '000000000019d6689c085ae165831e93') as typeof right
    const unknown = right.replace(regtest, '12a765e31ffd4059bada1e25190f6e98') as typeof right
    const wrong = `${right.slice(0, -1)}${right.endsWith('q') ? 'p' : 'q'}` as typeof right
    for (const account of [mainnet, unknown, wrong]) {
      expect(await verifySignature({ account, message, signature })).toMatchObject({
        ok: false,
        code: 'signature-invalid',
      })
    }
  })
})

describe('verifyMessage for bip122', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const text = (kind: Kind, chainId = `bip122:${regtest}` as const) =>
    createMessage({
      domain: 'example.com',
      address: addressOf(kind),
      statement: 'I accept the ServiceOrg Terms of Service: https://service.org/tos',
      uri: 'https://example.com/login',
      version: '1',
      chainId,
      nonce: '32891757',
      issuedAt: now.toISOString(),
    })

  test('behavior: the text follows CAIP-122', () => {
    expect(text('p2wpkh')).toMatchInlineSnapshot(`
      "example.com wants you to sign in with your Bitcoin account:
      bcrt1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j2dkku3w

      I accept the ServiceOrg Terms of Service: https://service.org/tos

      URI: https://example.com/login
      Version: 1
      Chain ID: 0f9188f13cb7b2c71f2a335e3a4fc328
      Nonce: 32891757
      Issued At: 2026-01-01T00:00:00.000Z"
    `)
    expect(createMessage(parseMessage(text('p2tr')))).toBe(text('p2tr'))
  })

  test.each(['p2pkh', 'p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)('behavior: %s signs in', async (kind) => {
    const message = text(kind)
    const signature = signBip322({ kind, message })
    const result = await verifyMessage({ message, signature, domain: 'example.com', nonce: '32891757', now })
    expect(result).toMatchObject({ ok: true, account: accountOf(kind) })
    const changed = message.replace('32891757', '32891758')
    expect(await verifyMessage({ message: changed, signature, now })).toMatchObject({
      ok: false,
      code: 'signature-invalid',
    })
  })

  test('error: createMessage refuses an address of another network', () => {
    expect(() => text('p2wpkh', 'bip122:000000000019d6689c085ae165831e93' as never)).toThrow(
      'must be an address of this Bitcoin network',
    )
    expect(() => text('p2wpkh', 'bip122:12a765e31ffd4059bada1e25190f6e98' as never)).toThrow(
      'must be on a known Bitcoin network',
    )
  })
})
