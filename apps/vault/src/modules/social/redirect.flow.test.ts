import { socialProvider } from '@portico/protocol/social'
import type { SocialFinishResponse } from '@portico/protocol/vault'
import { expect, test } from 'vitest'
import { createSocialLogin, randomHandle, startProviders } from '../../../test/createSocialLogin.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { readProblem } from '../../testing/readProblem.ts'

type Login = Awaited<ReturnType<typeof createSocialLogin>>

const json = async <Value>(response: Response): Promise<Value> => {
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as Value
}

/** Logs in at the provider; returns the handle that goes into the address of the host page. */
async function returnTo(login: Login): Promise<string> {
  await login.begin()
  const { status, handle = '' } = await json<SocialFinishResponse>(await login.finish(await login.visit()))
  expect([status, handle]).toEqual(['done', expect.stringMatching(/^[\w-]{43}$/)])
  return handle
}

await describeVaults('a social login whose result goes back in an address', (openVault) => {
  const open = async (): Promise<TestVault> => {
    const providers = await startProviders()
    return openVault({ now: providers.now, env: providers.env })
  }

  test('behavior: is claimed with the handle, once', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault, redirect: true })
    const handle = await returnTo(login)
    expect(await json(await login.claim(login.key, handle))).toMatchObject({ hasAuto: false })
    expect((await readProblem(await login.claim(login.key, handle))).code).toBe('transaction-expired')
    // Nobody who reads the database can claim a login.
    const rows = await vault.services.database.selectFrom('socials').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(handle)
  })

  test('behavior: each answer to the page has another handle, and the latest counts', async () => {
    const login = await createSocialLogin({ vault: await open(), redirect: true })
    const first = await returnTo(login)
    const { handle: second } = await json<SocialFinishResponse>(await login.finish({ error: 'server_error' }))
    expect(second).not.toBe(first)
    expect((await readProblem(await login.claim(login.key, first))).code).toBe('transaction-expired')
    expect((await login.claim(login.key, second)).status).toBe(200)
  })

  test('error: without a handle, with a made-up one, or with that of another login', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault, redirect: true })
    const other = await createSocialLogin({ vault, key: login.key, redirect: true })
    const handle = await returnTo(login)
    const foreign = await returnTo(other)
    for (const wrong of [undefined, randomHandle(), foreign])
      expect((await readProblem(await login.claim(login.key, wrong))).code).toBe('transaction-expired')
    expect((await login.claim(login.key, handle)).status).toBe(200)
  })

  test('error: a login without redirect takes none', async () => {
    const login = await createSocialLogin({ vault: await open() })
    await login.begin()
    expect(await json(await login.finish(await login.visit()))).toEqual({ status: 'done' })
    expect((await readProblem(await login.claim(login.key, randomHandle()))).code).toBe('transaction-expired')
    expect((await login.claim()).status).toBe(200)
  })

  test('error: a handle that another key presents, for whatever login, is worth nothing afterwards', async () => {
    const vault = await open()
    for (const withOwn of [true, false]) {
      const victim = await createSocialLogin({ vault, redirect: true })
      const thief = await createSocialLogin({ vault, redirect: true })
      const handle = await returnTo(victim)
      await returnTo(thief)
      const attempt = withOwn ? thief.claim(thief.key, handle) : victim.claim(thief.key, handle)
      expect((await readProblem(await attempt)).code).toBe('transaction-expired')
      expect((await readProblem(await victim.claim(victim.key, handle))).code).toBe('transaction-expired')
    }
    expect(await vault.services.database.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('error: a handle that comes too late', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault, redirect: true })
    const handle = await returnTo(login)
    vault.pass(3_600_000)
    expect((await readProblem(await login.claim(login.key, handle))).code).toBe('transaction-expired')
  })
})

test('error: of 60 logins whose handle somebody else has, none succeeds', async () => {
  const providers = await startProviders()
  const vault = await createTestVault({ now: providers.now, env: providers.env })
  const outcomes: number[] = []
  for (let round = 0; round < 10; round++)
    for (const provider of socialProvider.options) {
      const victim = await createSocialLogin({ vault, provider, redirect: true })
      const handle = await returnTo(victim)
      const thief = await createSocialLogin({ vault, provider, redirect: true })
      await thief.begin()
      outcomes.push((await (round % 2 ? thief : victim).claim(thief.key, handle)).status)
    }
  expect(outcomes).toEqual(Array(60).fill(410))
  expect(await vault.services.database.selectFrom('users').selectAll().execute()).toEqual([])
}, 60_000)
