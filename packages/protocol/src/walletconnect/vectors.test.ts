import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import {
  createRelayToken,
  deriveSymKey,
  formatPairingUri,
  hashKey,
  hashMessage,
  openEnvelope,
  parsePairingUri,
  parseRpcMessage,
  sealEnvelope,
  sessionErrorCodes,
  verifyRelayToken,
} from './index.ts'
import { loadCurves } from './loadCurves.ts'
import { nobleCurves } from './nobleCurves.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const implementations = [
  ['by the platform', loadCurves],
  ['in JavaScript', async () => nobleCurves],
] as const
const read = (path: string) => JSON.parse(readFileSync(resolve(directory, path), 'utf8'))

type WycheproofTest = {
  tcId: number
  comment: string
  result: 'valid' | 'invalid' | 'acceptable'
  publicKey?: { pk: string } | undefined
  size?: number | undefined
} & Partial<
  Record<
    | 'public'
    | 'private'
    | 'shared'
    | 'ikm'
    | 'salt'
    | 'info'
    | 'okm'
    | 'aad'
    | 'key'
    | 'iv'
    | 'msg'
    | 'ct'
    | 'tag'
    | 'sig',
    string
  >
>
type WycheproofGroup = { tests: WycheproofTest[]; publicKey?: { pk: string } | undefined }
const wycheproof = (name: string) =>
  (read(`wycheproof/${name}`).testGroups as WycheproofGroup[]).flatMap(({ tests, ...group }) =>
    tests.map((one): WycheproofTest => ({ ...group, ...one })),
  )

describe('envelopes and keys', () => {
  vectorTest(`behavior: the published envelopes${reason}`, async () => {
    const { keyPairs, sharedKey, hashOfSharedKey, symKey, message, messageSha256, iv, type0, type1, type2 } =
      read('walletconnect/crypto-envelopes.json')
    const { A, B } = keyPairs
    expect(await deriveSymKey({ privateKey: A.privateKey, publicKey: B.publicKey })).toBe(symKey)
    expect(await deriveSymKey({ privateKey: B.privateKey, publicKey: A.publicKey })).toBe(symKey)
    expect(hashKey(sharedKey)).toBe(hashOfSharedKey)
    expect(hashMessage(message)).toBe(messageSha256)
    const nonce = hexToBytes(iv)
    expect(sealEnvelope({ symKey, message, iv: nonce })).toBe(type0.base64)
    expect(sealEnvelope({ symKey, message, iv: nonce, senderPublicKey: A.publicKey })).toBe(type1.base64)
    for (const envelope of [type0.base64, type0.base64url]) {
      expect(await openEnvelope({ symKey, envelope })).toEqual({
        message,
        symKey,
        senderPublicKey: undefined,
      })
    }
    for (const envelope of [type1.base64, type1.base64url]) {
      const opened = await openEnvelope({ privateKey: B.privateKey, envelope })
      expect(opened).toEqual({ message, symKey, senderPublicKey: A.publicKey })
    }
    await expect(openEnvelope({ symKey, envelope: type2.base64url })).rejects.toThrow('not encrypted')
  })

  vectorTest.each(implementations)(`behavior: X25519 of Wycheproof, %s${reason}`, async (_, load) => {
    const curves = await load()
    const cases = wycheproof('x25519_test.json')
    expect(cases.length).toBeGreaterThan(500)
    for (const { tcId, public: publicKey = '', private: privateKey = '', shared = '' } of cases) {
      let secret: string | undefined
      try {
        secret = bytesToHex(await curves.sharedX25519(hexToBytes(privateKey), hexToBytes(publicKey)))
      } catch {
        // Public keys of low order are rejected: their shared secret is predictable.
        expect([tcId, shared]).toEqual([tcId, '0'.repeat(64)])
        continue
      }
      expect([tcId, secret]).toEqual([tcId, shared])
    }
  })

  vectorTest(`behavior: HKDF-SHA256 of Wycheproof${reason}`, () => {
    for (const { tcId, result, ikm = '', salt = '', info = '', okm, size } of wycheproof(
      'hkdf_sha256_test.json',
    )) {
      const expand = () =>
        bytesToHex(hkdf(sha256, hexToBytes(ikm), hexToBytes(salt), hexToBytes(info), Number(size)))
      if (result === 'valid') expect([tcId, expand()]).toEqual([tcId, okm])
      else expect(expand).toThrow()
    }
  })

  vectorTest(`behavior: ChaCha20-Poly1305 of Wycheproof${reason}`, () => {
    const cases = wycheproof('chacha20_poly1305_test.json').filter(({ aad }) => aad === '')
    expect(cases.length).toBeGreaterThan(10)
    for (const { tcId, result, key = '', iv = '', msg = '', ct = '', tag = '' } of cases) {
      const open = () =>
        bytesToHex(chacha20poly1305(hexToBytes(key), hexToBytes(iv)).decrypt(hexToBytes(ct + tag)))
      if (result === 'valid') expect([tcId, open()]).toEqual([tcId, msg])
      else expect(open, String(tcId)).toThrow()
    }
  })

  vectorTest(`behavior: Ed25519 of Wycheproof${reason}`, () => {
    const cases = wycheproof('ed25519_test.json')
    expect(cases.length).toBeGreaterThan(100)
    for (const { tcId, result, msg = '', sig = '', publicKey } of cases) {
      let isGood = false
      try {
        isGood = ed25519.verify(hexToBytes(sig), hexToBytes(msg), hexToBytes(publicKey?.pk ?? ''), {
          zip215: false,
        })
      } catch {
        // Keys of the wrong length.
      }
      expect([tcId, isGood]).toEqual([tcId, result === 'valid'])
    }
  })
})

describe('relay tokens', () => {
  vectorTest(`behavior: the published token${reason}`, async () => {
    const { spec, didKey } = read('walletconnect/relay-auth-jwt.json')
    const token = await createRelayToken({
      seed: spec.seedHex,
      audience: spec.aud,
      subject: spec.sub,
      issuedAt: spec.iat,
      ttl: spec.ttl,
    })
    expect(token).toBe(spec.jwt)
    expect(verifyRelayToken({ token, now: spec.iat })).toEqual({
      ok: true,
      clientId: didKey,
      audience: spec.aud,
      issuedAt: spec.iat,
      expiresAt: spec.iat + spec.ttl,
    })
  })

  vectorTest(`error: tokens that must be refused${reason}`, () => {
    const { invalid } = read('walletconnect/relay-auth-jwt.json')
    for (const { why, jwt, errorKind, payload } of invalid.cases) {
      const expected = errorKind === 'Signature' ? 'signature' : 'malformed'
      expect([why, verifyRelayToken({ token: jwt, now: payload.iat })]).toEqual([
        why,
        { ok: false, reason: expected },
      ])
    }
  })

  const seed = '58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295'
  const now = 1_700_000_000
  test.each([
    ['one hour ahead', 3600, 3600, 'not-yet-valid'],
    ['ahead by the leeway', 120, 3600, undefined],
    ['ahead by the leeway and a second', 121, 3600, 'not-yet-valid'],
    ['two hours ago, for one', -7200, 3600, 'expired'],
    ['as old as the leeway allows', -3720, 3600, undefined],
    ['a second older', -3721, 3600, 'expired'],
  ])('behavior: a token issued %s', async (_, offset, ttl, problem) => {
    const token = await createRelayToken({ seed, audience: 'wss://relay.test', issuedAt: now + offset, ttl })
    const answer = verifyRelayToken({ token, now })
    expect(answer.ok ? undefined : answer.reason).toBe(problem)
  })

  test('param: audiences', async () => {
    const token = await createRelayToken({ seed, audience: 'wss://other.test', issuedAt: now })
    expect(verifyRelayToken({ token, now, audiences: ['wss://relay.test'] })).toEqual({
      ok: false,
      reason: 'audience',
    })
  })
})

describe('pairing URIs', () => {
  vectorTest(`behavior: the published URIs${reason}`, () => {
    const { spec, erc1328 } = read('walletconnect/pairing-uri.json')
    expect(parsePairingUri(spec.uri, { now: 1_705_667_000 })).toEqual({
      topic: spec.parsed.topic,
      symKey: spec.parsed.symKey,
      relayProtocol: 'irn',
      expiryTimestamp: spec.parsed.expiryTimestamp,
      methods: ['wc_sessionPropose', 'wc_authRequest', 'wc_authBatchRequest'],
    })
    for (const { uri, version } of erc1328) {
      if (version === 1) expect(() => parsePairingUri(uri)).toThrow('only version 2')
      else expect(parsePairingUri(uri, { now: 1 }).topic).toHaveLength(64)
    }
    const { pairing } = read('walletconnect/crypto-envelopes.json')
    const { topic, symKey } = pairing
    expect(formatPairingUri({ topic, symKey, relayProtocol: 'irn' })).toBe(pairing.uri)
    for (const uri of [pairing.uri, btoa(pairing.uri), pairing.uri.replace('wc:', 'wc://')]) {
      expect(parsePairingUri(uri)).toEqual({ topic, symKey, relayProtocol: 'irn' })
    }
  })

  vectorTest(`error: URIs that must be refused${reason}`, () => {
    const { ownInvalid } = read('walletconnect/pairing-uri.json')
    expect(ownInvalid.length).toBeGreaterThan(10)
    for (const { uri, why } of ownInvalid) {
      let thrown: unknown
      try {
        parsePairingUri(uri)
      } catch (error) {
        thrown = error
      }
      expect(thrown, why).toMatchObject({ code: 'invalid-pairing-uri' })
      expect(String((thrown as Error).message)).not.toMatch(/[0-9a-f]{16}/)
    }
  })
})

describe('sessionErrorCodes', () => {
  vectorTest(`behavior: every published number has a name${reason}`, () => {
    const groups = read('walletconnect/error-codes.json') as Record<string, { code: number }[]>
    const published = Object.values(groups).flatMap((group) => group.map(({ code }) => code))
    const ours = new Set<number>(Object.values(sessionErrorCodes))
    expect(published.filter((code) => !ours.has(code))).toEqual([])
    expect([...ours].filter((code) => !published.includes(code))).toEqual([10001])
  })
})

describe('relay messages', () => {
  vectorTest(`behavior: the published texts are read${reason}`, () => {
    const cases = read('walletconnect/relay-rpc-messages.json') as { text?: string }[]
    const texts = cases.flatMap(({ text }) => (text?.includes('jsonrpc') ? [text] : []))
    expect(texts.length).toBeGreaterThan(10)
    for (const text of texts) expect([text, parseRpcMessage(text)]).not.toEqual([text, undefined])
  })
})
