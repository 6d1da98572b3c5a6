import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAllowlist } from './createAllowlist.ts'
import { readVaultKey } from './readVaultKey.ts'

const gatewayUrl = 'https://gateway.example'
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-allowlist-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function createGateway() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  const said = { jws: '', isAway: false, jwks: { keys: [jwk] } }
  const say = async (
    origins: string[],
    {
      iat = Date.now() / 1000,
      exp = Date.now() / 1000 + 600,
      typ = 'allowlist+jwt',
      key = privateKey,
    }: { iat?: number; exp?: number; typ?: string; key?: CryptoKey } = {},
  ) => {
    said.jws = await new SignJWT({ projects: { shop: { name: 'Shop', origins } }, iat: Math.floor(iat) })
      .setProtectedHeader({ alg: 'ES256', typ, kid: 'one' })
      .setExpirationTime(Math.floor(exp))
      .sign(key)
  }
  const fetch: typeof globalThis.fetch = async (url) => {
    if (said.isAway) throw new TypeError('fetch failed')
    return Response.json(`${url}`.endsWith('/jwks') ? said.jwks : { jws: said.jws })
  }
  return { said, say, fetch }
}

describe('createAllowlist', () => {
  test('behavior: what the gateway has signed, also when it is away and after a restart', async () => {
    const { say, said, fetch } = await createGateway()
    await say(['https://shop.example'])
    const list = await createAllowlist({ gatewayUrl, dataDir, fetch })
    expect(list.isReady()).toBe(false)
    expect(list.find('shop')).toBeUndefined()
    await list.refresh()
    expect(list.find('shop')).toEqual({ id: 'shop', name: 'Shop', origins: ['https://shop.example'] })
    expect(list.find('constructor')).toBeUndefined()
    said.isAway = true
    await expect(list.refresh()).rejects.toThrow()
    const restarted = await createAllowlist({ gatewayUrl, dataDir, fetch })
    expect(restarted.find('shop')?.origins).toEqual(['https://shop.example'])
    expect(readdirSync(dataDir)).toEqual(['allowlist.json'])
  })

  test('error: another’s signature, another kind of token, a list that is over, an older one', async () => {
    const { say, fetch } = await createGateway()
    const now = Date.now() / 1000
    await say(['https://shop.example'])
    const list = await createAllowlist({ gatewayUrl, dataDir, fetch })
    await list.refresh()
    const other = await generateKeyPair('ES256')
    await say(['https://evil.example'], { key: other.privateKey })
    await expect(list.refresh()).rejects.toThrow()
    await say(['https://evil.example'], { typ: 'at+jwt' })
    await expect(list.refresh()).rejects.toThrow()
    await say(['https://evil.example'], { iat: now - 7200, exp: now - 3600 })
    await expect(list.refresh()).rejects.toThrow()
    await say(['https://removed.example'], { iat: now - 300 })
    await list.refresh()
    expect(list.find('shop')?.origins).toEqual(['https://shop.example'])
  })

  test('behavior: nobody shows the wallet once the list is over', async () => {
    const { say, fetch } = await createGateway()
    let time = Date.now()
    await say(['https://shop.example'])
    const list = await createAllowlist({ gatewayUrl, dataDir, fetch, now: () => time })
    await list.refresh()
    time += 700_000
    expect(list.find('shop')).toBeUndefined()
    expect(list.isReady()).toBe(false)
  })

  test('error: a file that was cut is none', async () => {
    const { fetch } = await createGateway()
    writeFileSync(join(dataDir, 'allowlist.json'), '{"jws":')
    expect((await createAllowlist({ gatewayUrl, dataDir, fetch })).isReady()).toBe(false)
  })
})

describe('readVaultKey', () => {
  const key = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) } as const
  const keys = [
    { ...key, kid: 's', use: 'sig', alg: 'ES256' },
    { ...key, kid: 'e', use: 'enc', alg: 'ECDH-ES' },
  ]
  const vaultUrl = 'https://vault.example'

  test('behavior: the key to seal to; the last one while the vault is away', async () => {
    const fetch = async () => Response.json({ keys })
    expect(await readVaultKey({ vaultUrl, dataDir, fetch })).toEqual({ ...key, kid: 'e' })
    const away = async () => Promise.reject(new TypeError('fetch failed'))
    expect((await readVaultKey({ vaultUrl, dataDir, fetch: away })).kid).toBe('e')
    await expect(readVaultKey({ vaultUrl: 'https://other.example', dataDir, fetch: away })).rejects.toThrow()
  })

  test('error: a vault without one', async () => {
    const fetch = async () => Response.json({ keys: keys.slice(0, 1) })
    await expect(readVaultKey({ vaultUrl, dataDir, fetch })).rejects.toThrow('names no key')
  })
})
