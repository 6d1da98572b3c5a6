import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type IdentityBatch, identityBatchType } from '@portico/protocol/vault'
import { tempFolder } from '@portico/server/testing'
import {
  CompactEncrypt,
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadWalletKeys } from '../../modules/embedded/secrets/loadWalletKeys.ts'
import { newUserId } from '../../testing/createFakeVault.ts'
import { sealForGateway } from '../../testing/createTestIntroductions.ts'
import { readConfig } from '../config/readConfig.ts'
import { runCli } from './runCli.ts'

/** A vault that serves its public key, and signs any claims. */
async function startVault() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/.well-known/jwks.json' ? 200 : 404
    response.end(JSON.stringify({ keys: [{ ...jwk, kid, use: 'sig', alg: 'ES256' }] }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const stop = () => void server.close().closeAllConnections()
  onTestFinished(stop)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sign = (claims: JWTPayload, { typ = 'identities+jwt', by = privateKey } = {}) =>
    new SignJWT({ iss: url, aud: 'portico-gateway', ...claims })
      .setProtectedHeader({ alg: 'ES256', typ, kid })
      .setIssuedAt()
      .sign(by)
  return { url, sign, stop }
}

/** A gateway's commands, and functions that encrypt batches to its key. */
async function createCli() {
  const vault = await startVault()
  const env = { PORTICO_DATA_DIR: tempFolder(), VAULT_URL: vault.url }
  async function run(...args: string[]) {
    const lines: string[] = []
    const print = (text: string) => void lines.push(text)
    const code = await runCli({ args, env, readConfig, print, printError: print })
    return { code, text: lines.join('\n') }
  }
  await run('keys', 'wallet')
  const keysFile = join(env.PORTICO_DATA_DIR, 'gateway/wallet-keys.json')
  const { introductions } = await loadWalletKeys({ file: keysFile, create: false })
  const published = introductions?.published ?? []
  const [{ kid = '', ...jwk } = {}] = published
  const key = (await importJWK(jwk, 'ECDH-ES')) as CryptoKey
  const file = join(env.PORTICO_DATA_DIR, 'identities')

  /** Writes a line as anybody with the gateway's public key can. */
  async function writeLine(content: string, { to = key, typ = identityBatchType } = {}) {
    const line = await new CompactEncrypt(Buffer.from(content))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid, typ })
      .encrypt(to)
    writeFileSync(file, `${line}\n`, { flag: 'a' })
  }

  /** Writes a file as the vault does. */
  async function write(batches: Partial<IdentityBatch>[], options: { to?: CryptoKey; typ?: string } = {}) {
    writeFileSync(file, '')
    for (const [index, batch] of batches.entries())
      await writeLine(await vault.sign(batchOf({ index, of: batches.length, ...batch })), options)
  }
  return { run, vault, write, writeLine, file, published, kid }
}

const batchOf = ({
  index = 0,
  of = 1,
  ...batch
}: Partial<IdentityBatch> & { index?: number; of?: number }) => ({
  exportId: 'A'.repeat(22),
  batch: index,
  isLast: index === of - 1,
  users: [] as IdentityBatch['users'],
  ...batch,
})

describe('identities import', () => {
  test('behavior: reads all lines and reports what was done', async () => {
    const { run, write, file } = await createCli()
    const user = (email: string) => ({ userId: newUserId(), email })
    const [one, two] = [user('ada@example.com'), user('ada@example.com')]
    await write([{ users: [one, user('grace@example.com')] }, { users: [two] }])
    expect(await run('identities', 'import', file)).toEqual({
      code: 1,
      text: [
        'Imported 0 users with 0 browsers.',
        '0 users had been imported or have logged in with a code of this gateway.',
        '1 users have no wallet and will log in as new users.',
        '2 users were refused.',
        `  ${one.userId}: another user of the file has the same address`,
        `  ${two.userId}: another user of the file has the same address`,
      ].join('\n'),
    })
    await write([{ users: [user('ada@example.com')] }])
    expect(await run('identities', 'import', file, '--json')).toEqual({
      code: 0,
      text: JSON.stringify({ imported: 0, keys: 0, unchanged: 0, withoutWallet: 1, refused: [] }),
    })
  })

  test('behavior: `keys wallet` prints the key that the vault prints', async () => {
    const { run, kid } = await createCli()
    expect((await run('keys', 'wallet')).text).toContain(`${kid} encryption`)
    expect(JSON.parse((await run('keys', 'wallet', '--json')).text).encryption).toEqual([kid])
  })

  test('error: a file with a line that is missing, repeated, of another export, of another kind or for another key', async () => {
    const { run, write, file, published } = await createCli()
    const refused = async () => {
      const { code, text } = await run('identities', 'import', file)
      expect(code).toBe(1)
      return text
    }
    for (const batches of [
      [{ isLast: false }],
      [{ batch: 1 }],
      [{}, { batch: 0 }],
      [{ isLast: true }, {}],
      [{}, { exportId: 'B'.repeat(22) }],
    ]) {
      await write(batches)
      expect(await refused()).toMatch(/is not one complete export/)
    }
    writeFileSync(file, '')
    expect(await refused()).toMatch(/is not one complete export/)
    const foreign = await generateKeyPair('ECDH-ES', { crv: 'P-256' })
    await write([{}], { to: foreign.publicKey })
    expect(await refused()).toMatch(/^Line 1 of .* is not an export/)
    await write([{}], { typ: 'JWT' })
    expect(await refused()).toMatch(/^Line 1 of .* is not an export/)
    // What a frame encrypts to the same key has no type.
    writeFileSync(file, await sealForGateway(published, batchOf({})))
    expect(await refused()).toMatch(/^Line 1 of .* is not an export/)
    expect((await run('identities', 'import', `${file}.none`)).text).toMatch(/^Cannot read .*: ENOENT\.$/)
  })

  test('attack: the gateway’s public key alone is not enough to add an identity', async () => {
    const { run, vault, writeLine, file } = await createCli()
    const users = [{ userId: newUserId(), email: 'mallory@example.com' }]
    const claims = batchOf({ users })
    const { privateKey: own } = await generateKeyPair('ES256')
    const elsewhere = await startVault()
    const forged = {
      'not signed': JSON.stringify(claims),
      'signed with a key of one’s own, under the ID of the vault’s': await vault.sign(claims, { by: own }),
      'signed by another vault': await elsewhere.sign({ ...claims, iss: vault.url }),
      'another statement of the vault': await vault.sign(claims, { typ: 'identity+jwt' }),
      'for another audience': await vault.sign({ ...claims, aud: 'portico-vault' }),
    }
    for (const [name, content] of Object.entries(forged)) {
      writeFileSync(file, '')
      await writeLine(content)
      const { code, text } = await run('identities', 'import', file)
      expect({ name, code, text }).toEqual({
        name,
        code: 1,
        text: expect.stringMatching(/^Line 1 of .* is not an export of the vault/),
      })
    }
    // Signed by the vault the same content is imported.
    writeFileSync(file, '')
    await writeLine(await vault.sign(claims))
    expect((await run('identities', 'import', file, '--json')).text).toContain('"withoutWallet":1')
  })

  test('error: the vault cannot be reached', async () => {
    const { run, vault, write, file } = await createCli()
    await write([{}])
    vault.stop()
    expect(await run('identities', 'import', file)).toEqual({
      code: 1,
      text: `Could not read the keys of the vault from ${vault.url}/.well-known/jwks.json.`,
    })
  })

  test.each([[['identities']], [['identities', 'import']], [['identities', 'export', 'f']]])(
    'error: %j',
    async (args) => {
      const { code, text } = await (await createCli()).run(...args)
      expect({ code, text }).toEqual({ code: 2, text: expect.stringContaining('identities import <file>') })
    },
  )
})
