import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as walletconnect from './index.ts'
import {
  createRpcId,
  formatRpcError,
  formatRpcRequest,
  formatRpcResult,
  generateKey,
  generateKeyPair,
  openEnvelope,
  parsePairingUri,
  parseRpcMessage,
  sealEnvelope,
  verifyRelayToken,
} from './index.ts'
import { loadCurves } from './loadCurves.ts'
import { nobleCurves } from './nobleCurves.ts'

test('behavior: exported names', () => {
  expect(Object.keys(walletconnect).sort()).toMatchInlineSnapshot(`
    [
      "InvalidEnvelopeError",
      "InvalidPairingUriError",
      "clientIdOf",
      "createRelayToken",
      "createRpcId",
      "deriveSymKey",
      "formatPairingUri",
      "formatRpcError",
      "formatRpcRequest",
      "formatRpcResult",
      "fromAnyBase64",
      "fromUtf8",
      "generateKey",
      "generateKeyPair",
      "hashKey",
      "hashMessage",
      "isHex32",
      "isSessionMethod",
      "openEnvelope",
      "openRelaySocket",
      "parsePairingUri",
      "parseRpcMessage",
      "sealEnvelope",
      "sessionErrorCodes",
      "sessionMethods",
      "toBase58",
      "toUtf8",
      "verifyRelayToken",
    ]
  `)
})

describe('openEnvelope', () => {
  const symKey = generateKey()

  test('behavior: decrypts what was encrypted, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (message) => {
        const opened = await openEnvelope({ symKey, envelope: sealEnvelope({ symKey, message }) })
        expect(opened.message).toBe(message)
      }),
      { numRuns: 50 },
    )
  })

  test('error: detects every changed byte, and no error contains the key', async () => {
    const envelope = sealEnvelope({ symKey, message: 'hello' })
    const bytes = Uint8Array.from(atob(envelope), (char) => char.charCodeAt(0))
    for (let index = 0; index < bytes.length; index++) {
      const changed = Uint8Array.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 0x40
      let thrown: unknown
      try {
        await openEnvelope({ symKey, envelope: btoa(String.fromCharCode(...changed)) })
      } catch (error) {
        thrown = error
      }
      expect(thrown).toMatchObject({ code: 'invalid-envelope' })
      expect((thrown as Error).cause).toBeUndefined()
      expect(String(thrown)).not.toContain(symKey)
    }
  })

  test('error: another key, another type', async () => {
    const { privateKey, publicKey } = await generateKeyPair()
    const sealed = sealEnvelope({ symKey, message: 'x' })
    await expect(openEnvelope({ symKey: generateKey(), envelope: sealed })).rejects.toThrow('another key')
    await expect(openEnvelope({ privateKey, envelope: sealed })).rejects.toThrow('type 0 instead of 1')
    const type1 = sealEnvelope({ symKey, message: 'x', senderPublicKey: publicKey })
    await expect(openEnvelope({ symKey, envelope: type1 })).rejects.toThrow('type 1 instead of 0')
    // A public key of low order: the derived key is predictable.
    const low = sealEnvelope({ symKey, message: 'x', senderPublicKey: '00'.repeat(32) })
    await expect(openEnvelope({ privateKey, envelope: low })).rejects.toThrow('modified')
  })

  test('error: anything else is an InvalidEnvelopeError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (envelope) => {
        await expect(openEnvelope({ symKey, envelope: envelope as string })).rejects.toThrow(
          /WalletConnect message/,
        )
      }),
    )
  })
})

describe('loadCurves', () => {
  test('behavior: WebCrypto and noble return the same results', async () => {
    const platform = await loadCurves()
    expect(platform).not.toBe(nobleCurves)
    const seed = new Uint8Array(32).fill(7)
    const message = Uint8Array.of(1, 2, 3)
    expect(await platform.publicEd25519(seed)).toEqual(await nobleCurves.publicEd25519(seed))
    expect(await platform.signEd25519(message, seed)).toEqual(await nobleCurves.signEd25519(message, seed))
    expect(await platform.publicX25519(seed)).toEqual(await nobleCurves.publicX25519(seed))
  })
})

describe('parseRpcMessage', () => {
  test.each([
    ['a number', '17', '17'],
    ['16 digits', '1700000000000123', '1700000000000123'],
    ['19 digits as a number', '1700000000000123457', '1700000000000123457'],
    ['19 digits as a string', '"1700000000000123457"', '1700000000000123457'],
  ])('behavior: %s keeps its type and all its digits', (_, rawId, id) => {
    const params = { id: 5, text: '"id":99999999999999999999', inner: { id: 2 ** 60 } }
    for (const text of [
      `{"id":${rawId},"jsonrpc":"2.0","method":"m","params":${JSON.stringify(params)}}`,
      `{ "params":${JSON.stringify(params)}, "jsonrpc":"2.0","method":"m" , "id" : ${rawId} }`,
    ]) {
      expect(parseRpcMessage(text)).toEqual({ kind: 'request', id, rawId, method: 'm', params })
    }
    expect(formatRpcResult({ rawId, result: true })).toBe(`{"id":${rawId},"jsonrpc":"2.0","result":true}`)
    expect(parseRpcMessage(formatRpcResult({ rawId, result: null }))).toEqual({
      kind: 'result',
      id,
      result: null,
    })
    expect(parseRpcMessage(formatRpcError({ rawId, code: 5000, message: 'no' }))).toEqual({
      kind: 'error',
      id,
      code: 5000,
      message: 'no',
    })
  })

  test.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['no version', '{"id":1,"result":true}'],
    ['no id', '{"jsonrpc":"2.0","method":"m"}'],
    ['a fraction', '{"id":1.5,"jsonrpc":"2.0","method":"m"}'],
    ['a word', '{"id":"a","jsonrpc":"2.0","method":"m"}'],
    ['a big number written as a power', '{"id":1e30,"jsonrpc":"2.0","method":"m"}'],
    ['two big ids', '{"id":17000000000001234571,"id":99999999999999999999,"jsonrpc":"2.0","method":"m"}'],
    ['neither request nor answer', '{"id":1,"jsonrpc":"2.0"}'],
  ])('error: %s', (_, text) => {
    expect(parseRpcMessage(text)).toBeUndefined()
  })

  test('error: a long unterminated text takes linear time', () => {
    expect(parseRpcMessage(`{"id":17000000000001234571,"a":"${'\\"'.repeat(500_000)}`)).toBeUndefined()
    const text = `{"a":"${'\\"'.repeat(200_000)}","id":17000000000001234571,"jsonrpc":"2.0","method":"m"}`
    expect(parseRpcMessage(text)).toMatchObject({ id: '17000000000001234571' })
  })

  test('behavior: parses a formatted request', () => {
    const id = createRpcId(19)
    expect(id).toMatch(/^\d{19}$/)
    expect(createRpcId()).toMatch(/^\d{16}$/)
    expect(parseRpcMessage(formatRpcRequest({ id, method: 'm', params: [1] }))).toMatchObject({
      id,
      params: [1],
    })
  })
})

describe('createRpcId', () => {
  test('behavior: IDs are unique and ascending', () => {
    const ids = Array.from({ length: 5_000 }, () => createRpcId())
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
  })
})

describe('untrusted input', () => {
  test('behavior: verifyRelayToken and parseRpcMessage; parsePairingUri throws its own error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(verifyRelayToken({ token: text }).ok).toBe(false)
        parseRpcMessage(text)
        expect(() => parsePairingUri(text)).toThrow('The WalletConnect pairing URI is invalid.')
      }),
    )
  })
})
