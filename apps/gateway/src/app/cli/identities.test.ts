import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type IdentityBatch, identityBatchType } from '@portico/protocol/vault'
import { tempFolder } from '@portico/server/testing'
import { CompactEncrypt, type CryptoKey, generateKeyPair, importJWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { loadWalletKeys } from '../../modules/embedded/secrets/loadWalletKeys.ts'
import { newUserId } from '../../testing/createFakeVault.ts'
import { sealForGateway } from '../../testing/createTestIntroductions.ts'
import { readConfig } from '../config/readConfig.ts'
import { runCli } from './runCli.ts'

/** A gateway's commands, and a function that writes batches encrypted to its key into a file. */
async function createCli() {
  const env = { PORTICO_DATA_DIR: tempFolder() }
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

  async function write(batches: Partial<IdentityBatch>[], { to = key, typ = identityBatchType } = {}) {
    const lines = await Promise.all(
      batches.map(async (batch, index) => {
        const content = {
          exportId: 'A'.repeat(22),
          batch: index,
          isLast: index === batches.length - 1,
          users: [],
          ...batch,
        }
        return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
          .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid, typ })
          .encrypt(to)
      }),
    )
    writeFileSync(file, `${lines.join('\n')}\n`)
  }
  return { run, write, file, published, kid }
}

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
    const content = { exportId: 'A'.repeat(22), batch: 0, isLast: true, users: [] }
    writeFileSync(file, await sealForGateway(published, content))
    expect(await refused()).toMatch(/^Line 1 of .* is not an export/)
    expect((await run('identities', 'import', `${file}.none`)).text).toMatch(/^Cannot read .*: ENOENT\.$/)
  })

  test.each([[['identities']], [['identities', 'import']], [['identities', 'export', 'f']]])(
    'error: %j',
    async (args) => {
      const { code, text } = await (await createCli()).run(...args)
      expect({ code, text }).toEqual({ code: 2, text: expect.stringContaining('identities import <file>') })
    },
  )
})
