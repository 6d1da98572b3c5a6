import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { calculateJwkThumbprint, decodeProtectedHeader, EmbeddedJWK, exportJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { createDpopProver, makeDpopKeys } from './createDpopProver.ts'
import { memoryStorage } from './memoryStorage.ts'
import { openPartition } from './openPartition.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''

describe('createDpopProver', () => {
  test('behavior: creates a proof that a standard verifier accepts', async () => {
    const keys = await makeDpopKeys()
    const { prove, jkt } = await createDpopProver({ keys, now: () => 1_795_000_000_500 })
    expect(jkt).toBe(await calculateJwkThumbprint(await exportJWK(keys.publicKey)))
    const proof = await prove({
      method: 'POST',
      url: 'https://vault.example/v1/email/start?x=1#y',
      accessToken: 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU',
      nonce: 'n',
    })
    const { payload } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(1_795_000_000_500),
    })
    expect(payload).toEqual({
      htm: 'POST',
      htu: 'https://vault.example/v1/email/start',
      iat: 1_795_000_000,
      jti: expect.stringMatching(/^[\w-]{22}$/),
      // RFC 9449, section 7.1.
      ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
      nonce: 'n',
    })
    expect(Object.keys((decodeProtectedHeader(proof) as { jwk: object }).jwk).sort()).toEqual([
      'crv',
      'kty',
      'x',
      'y',
    ])
    expect(await prove({ method: 'GET', url: 'https://a.example/' })).not.toBe(
      await prove({ method: 'GET', url: 'https://a.example/' }),
    )
    await expect(crypto.subtle.exportKey('jwk', keys.privateKey)).rejects.toThrow()
  })

  test.skipIf(isSkipped)(
    `behavior: the standard's own key has the standard's thumbprint${reason}`,
    async () => {
      const text = readFileSync(resolve(directory, 'rfc-9449-dpop/dpop.json'), 'utf8')
      const find = (pattern: RegExp) => pattern.exec(text)?.[1] as string
      const x = find(/"x"\s*:\s*"(l8tFrhx[\w-]+)"/)
      const y = find(/"y"\s*:\s*"(9VE4jf[\w-]+)"/)
      expect(text).toContain('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I')
      const publicKey = await crypto.subtle.importKey(
        'jwk',
        { kty: 'EC', crv: 'P-256', x, y },
        { name: 'ECDSA', namedCurve: 'P-256' },
        true,
        ['verify'],
      )
      const { privateKey } = await makeDpopKeys()
      const { jkt } = await createDpopProver({ keys: { privateKey, publicKey } })
      expect(jkt).toBe('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I')
    },
  )
})

describe('openPartition', () => {
  test('behavior: the key survives a reload, and differs between storage partitions', async () => {
    const storage = memoryStorage()
    const { jkt } = await openPartition({ storage })
    expect((await openPartition({ storage })).jkt).toBe(jkt)
    expect((await openPartition({ storage: memoryStorage() })).jkt).not.toBe(jkt)
  })
})
