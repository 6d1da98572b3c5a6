import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Problem } from '../problems/Problem.ts'
import { problemResponse } from '../problems/problemResponse.ts'
import { sharedProblems } from '../problems/sharedProblems.ts'
import { createProofKey, type ProofKey } from '../testing/createProofKey.ts'
import { createDpopNonces } from './createDpopNonces.ts'
import { createDpopVerifier } from './createDpopVerifier.ts'
import { createMemorySeenProofs } from './createMemorySeenProofs.ts'

const root = resolve(import.meta.dirname, '../../../..')
const file = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors', 'rfc-9449-dpop/dpop.json')
const reason = existsSync(file) || process.env.CI ? '' : ' (skipped: no published vectors, set VECTORS_DIR)'

const start = 1_800_000_000_000
const url = 'https://gateway.example/wallet/v1/sessions'
const request = { method: 'POST', path: '/wallet/v1/sessions' }

function verifier({
  now = () => start,
  origins = ['https://gateway.example'],
}: {
  now?: () => number
  origins?: readonly string[]
} = {}) {
  const nonces = createDpopNonces({ secret: Buffer.alloc(32, 7) })
  return createDpopVerifier({ origins, seen: createMemorySeenProofs(), nonces, now })
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? error,
  )

describe.skipIf(reason !== '')(`createDpopVerifier with the proofs of RFC 9449${reason}`, () => {
  const { proofs, jwkThumbprint, accessTokenForResource } = reason
    ? { proofs: [], jwkThumbprint: '', accessTokenForResource: '' }
    : JSON.parse(readFileSync(file, 'utf8'))
  const cases = (proofs as { jwt: string; payload: Record<string, string | number> }[]).map(
    ({ jwt, payload }) => ({ jwt, payload, url: new URL(String(payload.htu)) }),
  )

  test.each(cases)('behavior: accepts $payload.jti for $payload.htu at its time', async (vector) => {
    const { jwt, payload } = vector
    const dpop = verifier({ origins: [vector.url.origin], now: () => Number(payload.iat) * 1000 })
    const proof = await dpop.verify({
      proof: jwt,
      method: String(payload.htm),
      path: vector.url.pathname,
      accessToken: payload.ath === undefined ? undefined : accessTokenForResource,
      jkt: jwkThumbprint,
    })
    expect(proof).toEqual({ jkt: jwkThumbprint, jti: payload.jti, isReplay: false })
  })

  test('error: rejects every proof with any bit flipped', async () => {
    let accepted = 0
    for (const { jwt, payload, url } of cases) {
      const at = { origins: [url.origin], now: () => Number(payload.iat) * 1000 }
      const accessToken = payload.ath === undefined ? undefined : accessTokenForResource
      for (const [part, text] of jwt.split('.').entries()) {
        const bytes = Buffer.from(text, 'base64url')
        for (let bit = 0; bit < bytes.length * 8; bit++) {
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
          const proof = jwt.split('.').with(part, bytes.toString('base64url')).join('.')
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
          const verified = verifier(at).verify({
            proof,
            method: String(payload.htm),
            path: url.pathname,
            accessToken,
          })
          if ((await codeOf(verified)) === 'accepted') accepted += 1
        }
      }
    }
    expect(accepted).toBe(0)
  })
})

describe('createDpopVerifier', () => {
  test('behavior: accepts a proof once and returns the thumbprint of its key', async () => {
    const key = await createProofKey()
    const dpop = verifier()
    const proof = await key.prove({ method: 'POST', url, now: start })
    expect(await dpop.verify({ ...request, proof })).toMatchObject({ jkt: key.jkt, isReplay: false })
    expect(await codeOf(dpop.verify({ ...request, proof }))).toBe('dpop-invalid')
    expect(await dpop.verify({ ...request, proof, allowReplay: true })).toMatchObject({ isReplay: true })
  })

  test('behavior: accepts one of fifty concurrent requests with the same jti', async () => {
    const key = await createProofKey()
    const dpop = verifier()
    const proof = await key.prove({ method: 'POST', url, now: start })
    const codes = await Promise.all(
      Array.from({ length: 50 }, () => codeOf(dpop.verify({ ...request, proof }))),
    )
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1)
  })

  test.each<[string, Pick<Parameters<ProofKey['prove']>[0], 'claims' | 'header'>]>([
    ['another method', { claims: { htm: 'GET' } }],
    ['another path', { claims: { htu: 'https://gateway.example/wallet/v1/wallets' } }],
    ['another origin', { claims: { htu: 'https://evil.example/wallet/v1/sessions' } }],
    ['a query', { claims: { htu: `${url}?a=1` } }],
    ['a fragment', { claims: { htu: `${url}#a` } }],
    ['a user in the URL', { claims: { htu: url.replace('//', '//a@') } }],
    ['different case', { claims: { htu: url.toUpperCase() } }],
    ['a trailing slash', { claims: { htu: `${url}/` } }],
    ['no jti', { claims: { jti: undefined } }],
    ['an empty jti', { claims: { jti: '' } }],
    ['a jti of 10 000 characters', { claims: { jti: 'x'.repeat(10_000) } }],
    ['a jti that is not a string', { claims: { jti: 7 as unknown as string } }],
    ['61 seconds old', { claims: { iat: start / 1000 - 61 } }],
    ['61 seconds early', { claims: { iat: start / 1000 + 61 } }],
    ['no time', { claims: { iat: undefined } }],
    ['expired', { claims: { exp: start / 1000 - 61 } }],
    ['another typ', { header: { typ: 'JWT' } }],
    ['no key', { header: { jwk: undefined } }],
    ['crit', { header: { crit: ['b64'], b64: true } }],
  ])('error: %s', async (_, wrong) => {
    const key = await createProofKey()
    const proof = await key.prove({ method: 'POST', url, now: start, ...wrong })
    expect(await codeOf(verifier().verify({ ...request, proof }))).toBe('dpop-invalid')
  })

  test.each([-60, 60])('behavior: accepts a clock difference of %d seconds', async (seconds) => {
    const key = await createProofKey()
    const proof = await key.prove({ method: 'POST', url, now: start + seconds * 1000 })
    expect(await codeOf(verifier().verify({ ...request, proof }))).toBe('accepted')
  })

  test('error: rejects a missing or empty proof and anything that is not a JWT', async () => {
    const dpop = verifier()
    expect(await codeOf(dpop.verify({ ...request, proof: undefined }))).toBe('dpop-missing')
    expect(await codeOf(dpop.verify({ ...request, proof: '' }))).toBe('dpop-missing')
    for (const proof of ['a', '..', 'a.b.c', 'null.null.null', 'x'.repeat(5000), 'e30.e30.', 'bnVsbA.e30.AA'])
      expect([proof.slice(0, 20), await codeOf(dpop.verify({ ...request, proof }))]).toEqual([
        proof.slice(0, 20),
        'dpop-invalid',
      ])
  })

  test('error: rejects alg none, HS256 with the public key, another curve, and a key with its private part', async () => {
    const key = await createProofKey()
    const claims = { jti: 'a', htm: 'POST', htu: url, iat: start / 1000 }
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const none = `${encode({ typ: 'dpop+jwt', alg: 'none', jwk: key.jwk })}.${encode(claims)}.`
    const hs256 = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: key.jwk })
      .sign(Buffer.from(JSON.stringify(key.jwk)))
    const p384 = await generateKeyPair('ES384', { extractable: true })
    const es384 = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES384', typ: 'dpop+jwt', jwk: await exportJWK(p384.publicKey) })
      .sign(p384.privateKey)
    const pair = await generateKeyPair('ES256', { extractable: true })
    const secret = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(pair.privateKey) })
      .sign(pair.privateKey)
    const offCurve = await key.prove({
      method: 'POST',
      url,
      now: start,
      header: { jwk: { ...key.jwk, x: key.jwk.y, y: key.jwk.x } },
    })
    const other = await createProofKey()
    const foreign = await key.prove({ method: 'POST', url, now: start, header: { jwk: other.jwk } })
    for (const proof of [none, hs256, es384, secret, offCurve, foreign])
      expect(await codeOf(verifier().verify({ ...request, proof }))).toBe('dpop-invalid')
  })

  test('error: rejects a stolen access token with another key, and a proof for another token', async () => {
    const [owner, thief] = [await createProofKey(), await createProofKey()]
    const dpop = verifier()
    const at = { method: 'POST', url, now: start }
    const bound = { ...request, accessToken: 'token', jkt: owner.jkt }
    const verify = async (proof: Promise<string>) => codeOf(dpop.verify({ ...bound, proof: await proof }))
    expect(await verify(thief.prove({ ...at, accessToken: 'token' }))).toBe('dpop-invalid')
    expect(await verify(owner.prove({ ...at, accessToken: 'other' }))).toBe('dpop-invalid')
    expect(await verify(owner.prove(at))).toBe('dpop-invalid')
    expect(await verify(owner.prove({ ...at, accessToken: 'token' }))).toBe('accepted')
  })

  test('behavior: requires a nonce, accepts a recent one, and rejects an old or invented one', async () => {
    const key = await createProofKey()
    let now = start
    const dpop = verifier({ now: () => now })
    const nonce = dpop.nonce()
    const verify = async (nonce?: string) =>
      codeOf(
        dpop.verify({
          ...request,
          needsNonce: true,
          proof: await key.prove({ method: 'POST', url, now, nonce }),
        }),
      )
    const refused = await dpop
      .verify({ ...request, needsNonce: true, proof: await key.prove({ method: 'POST', url, now }) })
      .catch((error: Problem) => error)
    expect(refused).toMatchObject({ code: 'use-dpop-nonce' })
    const problems = { ...sharedProblems, internal: { status: 500, title: '', help: '' } }
    expect(problemResponse({ problem: refused as Problem, problems, requestId: '' })).toMatchObject({
      status: 401,
      headers: {
        'dpop-nonce': nonce,
        'www-authenticate': 'DPoP error="use_dpop_nonce", algs="ES256"',
      },
    })
    expect(await verify(nonce)).toBe('accepted')
    expect(await verify('made-up')).toBe('use-dpop-nonce')
    now += 150_000
    expect(await verify(nonce)).toBe('accepted')
    now += 150_000
    expect(await verify(nonce)).toBe('use-dpop-nonce')
    expect(await verify(dpop.nonce())).toBe('accepted')
  })

  test('behavior: a rejected proof does not use up its jti', async () => {
    const key = await createProofKey()
    const dpop = verifier()
    const proof = await key.prove({ method: 'POST', url, now: start })
    expect(await codeOf(dpop.verify({ ...request, proof, needsNonce: true }))).toBe('use-dpop-nonce')
    expect(await codeOf(dpop.verify({ ...request, proof: `${proof.slice(0, -4)}AAAA` }))).toBe('dpop-invalid')
    expect(await codeOf(dpop.verify({ ...request, proof }))).toBe('accepted')
  })
})
