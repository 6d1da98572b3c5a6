import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { addKey } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import { expect, test } from 'vitest'
import { createSocialLogin, startProviders } from '../../test/createSocialLogin.ts'
import { runCli } from '../cli/runCli.ts'
import { readConfig } from '../config/readConfig.ts'
import { createBlindIndexes } from '../secrets/createBlindIndexes.ts'
import { createTestVault } from '../testing/createTestVault.ts'
import { reindexIdentities } from './reindexIdentities.ts'

test('error: two users with the same account, made by vaults with different peppers', async () => {
  const { env, now } = await startProviders()
  const vault = await createTestVault({ env, now })
  const { database, cipher } = vault.services
  const first = await (await createSocialLogin({ vault })).logIn()
  const peppers = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const
  const blindIndexes = createBlindIndexes({ secrets: { emailPeppers: peppers } })
  const call = { database, cipher, blindIndexes }
  expect(await reindexIdentities(call)).toBe(1)
  // This vault does not know these peppers.
  const second = await (await createSocialLogin({ vault })).logIn()
  expect(second.userId).not.toBe(first.userId)
  expect(await reindexIdentities({ ...call, dry: true })).toBe(1)
  const both = [first.userId, second.userId]
  const error = await reindexIdentities(call).catch((error: Error) => error)
  expect(String(error)).toContain(`the same account at google, ${both[1]} and ${both[0]}`)
})

test('behavior: users without an address keep their wallet when keys and peppers change, also in a login', async () => {
  const dataDir = tempFolder()
  const { env, now } = await startProviders()
  let vault = await createTestVault({ dataDir, env, now })
  const { userId } = await (await createSocialLogin({ vault })).logIn()
  const lines: string[] = []
  const print = (text: string) => void lines.push(text)
  const cli = (...args: string[]) =>
    runCli({ args, env: { PORTICO_DATA_DIR: dataDir }, readConfig, print, printError: print })

  /** Starts another vault, which reads the secrets again; a login is verified by the previous one. */
  async function restart(between: () => Promise<unknown> = async () => undefined): Promise<void> {
    const login = await createSocialLogin({ vault })
    await login.begin()
    expect((await login.finish(await login.visit())).status).toBe(200)
    await between()
    const { tx, key } = login
    const sealed = await key.seal({ tx, jkt: key.jkt, releaseKey: key.releaseKey })
    const proof = await key.proof('/v1/social/claim')
    await vault.services.close()
    vault = await createTestVault({ dataDir, env, now: vault.now() })
    const claimed = await vault.post('/v1/social/claim', { sealed }, { dpop: proof })
    expect(await claimed.json()).toMatchObject({ userId })
  }

  await addKey({ file: join(dataDir, 'vault/keks.json') })
  await restart(async () => {
    expect(await cli('rotate', '--resume')).toBe(0)
  })
  expect(lines.at(-1)).toContain('none is left under another key')

  expect(await cli('peppers', 'add')).toBe(0)
  await restart()
  expect(await cli('peppers', 'use')).toBe(0)
  await restart()
  expect(await cli('peppers', 'remove')).toBe(1)
  expect(await cli('peppers', 'reindex')).toBe(0)
  expect(lines.at(-1)).toBe('Indexed 1 addresses; none is left under another pepper.')
  utimesSync(join(dataDir, 'vault/secrets.json'), 0, 0)
  expect(await cli('peppers', 'remove')).toBe(0)
  await restart()
  expect(await vault.services.database.selectFrom('users').select('id').execute()).toEqual([{ id: userId }])
  expect((await (await createSocialLogin({ vault })).logIn('ben')).userId).not.toBe(userId)
})
