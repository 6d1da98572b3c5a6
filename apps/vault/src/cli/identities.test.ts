import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type IdentityBatch, identityBatch, identityBatchType } from '@portico/protocol/vault'
import { createAuditTrail } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import {
  calculateJwkThumbprint,
  compactDecrypt,
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
} from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../config/readConfig.ts'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import { createUserStore } from '../modules/users/store.ts'
import { createCipher } from '../secrets/createCipher.ts'
import { loadSecrets } from '../secrets/loadSecrets.ts'
import { openLiveRing } from '../secrets/openLiveRing.ts'
import { runCli } from './runCli.ts'

/** A vault's data folder with users; user `n` has the address `n@example.com`. */
async function createVaultFolder(users: number): Promise<string> {
  const root = tempFolder()
  const dataDir = join(root, 'vault')
  await runCli({ args: ['keys'], env: { PORTICO_DATA_DIR: root }, readConfig, print: () => undefined })
  const ring = await openLiveRing({ file: join(dataDir, 'keks.json'), create: false })
  const database = await openVaultDatabase({ dataDir })
  const cipher = createCipher({ ring })
  const store = createUserStore({ database })
  for (let index = 0; index < users; index++) {
    const id = `usr_${String(index).padStart(22, '0')}`
    const sealed = cipher.seal({ table: 'users', row: id }, `${index}@example.com`)
    await store.add({ id, email_index: `${index}`, ...sealed, founding_jkt: 'key', created_at: index })
  }
  ring.close()
  await database.destroy()
  return root
}

/** A gateway that publishes a key to encrypt to, or only one that signs. */
async function startGateway({ use = 'enc' }: { use?: 'enc' | 'sig' } = {}) {
  const { privateKey, publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const jwk = await exportJWK(publicKey)
  const thumbprint = await calculateJwkThumbprint(jwk)
  // The key ID is of no importance: the vault computes the thumbprint.
  const key = { ...jwk, kid: 'k'.repeat(43), use, alg: use === 'enc' ? 'ECDH-ES' : 'ES256' }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.statusCode = request.url === '/wallet/v1/jwks' ? 200 : 404
    response.end(JSON.stringify({ keys: [key] }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, privateKey, thumbprint }
}

async function run(root: string, url: string | undefined, ...args: string[]) {
  const lines: string[] = []
  const print = (text: string) => void lines.push(text)
  const env = {
    PORTICO_DATA_DIR: root,
    VAULT_URL: 'https://vault.example',
    ...(url === undefined ? {} : { GATEWAY_URL: url }),
  }
  const code = await runCli({ args: ['identities', ...args], env, readConfig, print, printError: print })
  return { code, text: lines.join('\n') }
}

describe('identities export', () => {
  test('behavior: writes every user once, signed, readable for the gateway alone, and prints the thumbprint of its key', async () => {
    const [root, gateway] = [await createVaultFolder(2500), await startGateway()]
    const file = join(root, 'identities')
    const { code, text } = await run(root, gateway.url, 'export', '--to', file)
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('Wrote 2500 users') })
    expect(text).toContain(gateway.thumbprint)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const written = readFileSync(file, 'utf8')
    expect(written).not.toMatch(/example/)
    const dataDir = join(root, 'vault')
    const secrets = await loadSecrets({ file: join(dataDir, 'secrets.json'), create: false })
    const published = createLocalJWKSet(secrets.jwks)
    const batches: IdentityBatch[] = []
    for (const line of written.trimEnd().split('\n')) {
      expect(decodeProtectedHeader(line)).toMatchObject({ typ: identityBatchType, kid: gateway.thumbprint })
      const { plaintext } = await compactDecrypt(line, gateway.privateKey)
      const { payload } = await jwtVerify(plaintext, published, {
        typ: 'identities+jwt',
        issuer: 'https://vault.example',
        audience: 'portico-gateway',
      })
      batches.push(z.parse(identityBatch, payload))
    }
    expect(batches.map(({ batch, isLast, users }) => [batch, isLast, users.length])).toEqual([
      [0, false, 1000],
      [1, false, 1000],
      [2, true, 500],
    ])
    expect(new Set(batches.map(({ exportId }) => exportId)).size).toBe(1)
    const users = batches.flatMap((batch) => batch.users)
    expect(new Set(users.map(({ userId }) => userId)).size).toBe(2500)
    expect(users.every(({ userId, email }) => email === `${Number(userId.slice(4))}@example.com`)).toBe(true)
    // The export is recorded.
    const database = await openVaultDatabase({ dataDir })
    expect(await createAuditTrail<Tables>({ database, secret: secrets.audit }).verify()).toEqual({ rows: 1 })
    expect(await database.selectFrom('audit').select(['event', 'subject']).execute()).toEqual([
      { event: 'identities-exported', subject: gateway.thumbprint },
    ])
    await database.destroy()
  })

  test('error: overwrites no file', async () => {
    const [root, gateway] = [await createVaultFolder(1), await startGateway()]
    const file = join(root, 'identities')
    writeFileSync(file, 'mine')
    expect(await run(root, gateway.url, 'export', '--to', file)).toEqual({
      code: 1,
      text: `${file} exists: give another name.`,
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test('error: leaves no file if an address cannot be decrypted', async () => {
    const [root, gateway] = [await createVaultFolder(3), await startGateway()]
    const database = await openVaultDatabase({ dataDir: join(root, 'vault') })
    const [first, second] = await database.selectFrom('users').selectAll().orderBy('id').execute()
    const sealed = { sealed: first?.sealed ?? '', kek_id: first?.kek_id ?? '' }
    await database
      .updateTable('users')
      .set(sealed)
      .where('id', '=', second?.id ?? '')
      .execute()
    await database.destroy()
    const file = join(root, 'identities')
    expect((await run(root, gateway.url, 'export', '--to', file)).code).toBe(1)
    expect(existsSync(file)).toBe(false)
  })

  test('error: a gateway that cannot be reached, or that publishes no key to encrypt to', async () => {
    const root = await createVaultFolder(1)
    const file = join(root, 'identities')
    const signing = await startGateway({ use: 'sig' })
    expect(await run(root, signing.url, 'export', '--to', file)).toEqual({
      code: 1,
      text: `The gateway at ${signing.url} has no introductions: it publishes no key to encrypt to.`,
    })
    const away = 'http://127.0.0.1:9'
    expect(await run(root, away, 'export', '--to', file)).toEqual({
      code: 1,
      text: `Could not read the encryption key of the gateway from ${away}/wallet/v1/jwks.`,
    })
    expect(existsSync(file)).toBe(false)
  })

  test.each([
    [['export']],
    [['export', 'file']],
    [['import', '--to', 'file']],
    [['export', '--to', 'f', '--x']],
  ])('error: arguments %j', async (args) => {
    const { code, text } = await run(tempFolder(), undefined, ...args)
    expect({ code, text }).toEqual({
      code: 2,
      text: expect.stringContaining('identities export --to <file>'),
    })
  })
})
