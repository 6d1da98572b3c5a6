import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAllowlist } from './createAllowlist.ts'

const gatewayUrl = 'https://gateway.example'
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-allowlist-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function createGateway() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  const responses = { jws: '', isUnreachable: false, jwks: { keys: [jwk] } }
  const publish = async (
    origins: string[],
    {
      iat = Date.now() / 1000,
      exp = Date.now() / 1000 + 600,
      typ = 'allowlist+jwt',
      key = privateKey,
    }: { iat?: number; exp?: number; typ?: string; key?: CryptoKey } = {},
  ) => {
    responses.jws = await new SignJWT({ projects: { shop: { name: 'Shop', origins } }, iat: Math.floor(iat) })
      .setProtectedHeader({ alg: 'ES256', typ, kid: 'one' })
      .setExpirationTime(Math.floor(exp))
      .sign(key)
  }
  const fetch: typeof globalThis.fetch = async (url) => {
    if (responses.isUnreachable) throw new TypeError('fetch failed')
    return Response.json(`${url}`.endsWith('/jwks') ? responses.jwks : { jws: responses.jws })
  }
  return { responses, publish, fetch }
}

describe('createAllowlist', () => {
  test('behavior: the signed list is used, also without the gateway and after a restart', async () => {
    const { publish, responses, fetch } = await createGateway()
    await publish(['https://shop.example'])
    const list = await createAllowlist({ gatewayUrl, dataDir, fetch })
    expect(list.isReady()).toBe(false)
    expect(list.find('shop')).toBeUndefined()
    await list.refresh()
    expect(list.find('shop')).toEqual({ id: 'shop', name: 'Shop', origins: ['https://shop.example'] })
    expect(list.find('constructor')).toBeUndefined()
    responses.isUnreachable = true
    await expect(list.refresh()).rejects.toThrow()
    const restarted = await createAllowlist({ gatewayUrl, dataDir, fetch })
    expect(restarted.find('shop')?.origins).toEqual(['https://shop.example'])
    expect(readdirSync(dataDir)).toEqual(['allowlist.json'])
  })

  test('error: wrong signature, wrong token type, an expired list, an older list', async () => {
    const { publish, fetch } = await createGateway()
    const now = Date.now() / 1000
    await publish(['https://shop.example'])
    const list = await createAllowlist({ gatewayUrl, dataDir, fetch })
    await list.refresh()
    const other = await generateKeyPair('ES256')
    await publish(['https://evil.example'], { key: other.privateKey })
    await expect(list.refresh()).rejects.toThrow()
    await publish(['https://evil.example'], { typ: 'at+jwt' })
    await expect(list.refresh()).rejects.toThrow()
    await publish(['https://evil.example'], { iat: now - 7200, exp: now - 3600 })
    await expect(list.refresh()).rejects.toThrow()
    await publish(['https://removed.example'], { iat: now - 300 })
    await list.refresh()
    expect(list.find('shop')?.origins).toEqual(['https://shop.example'])
  })

  test('behavior: no page may embed the wallet once the list has expired', async () => {
    const { publish, fetch } = await createGateway()
    let time = Date.now()
    await publish(['https://shop.example'])
    const list = await createAllowlist({ gatewayUrl, dataDir, fetch, now: () => time })
    await list.refresh()
    time += 700_000
    expect(list.find('shop')).toBeUndefined()
    expect(list.isReady()).toBe(false)
  })

  test('error: a damaged file is ignored', async () => {
    const { fetch } = await createGateway()
    writeFileSync(join(dataDir, 'allowlist.json'), '{"jws":')
    expect((await createAllowlist({ gatewayUrl, dataDir, fetch })).isReady()).toBe(false)
  })
})
