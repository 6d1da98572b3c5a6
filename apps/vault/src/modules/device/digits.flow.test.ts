import { describe, expect, test, vi } from 'vitest'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { page, start } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const email = 'ada@example.com'
const [minute, wrong] = [60_000, { status: 403, code: 'digits-wrong', triesLeft: 1 }]
const burnt = { status: 403, code: 'digits-burnt' }
const other = (digits: string, by = 1) => String((Number(digits) + by) % 100).padStart(2, '0')

/** Starts a login on a new key and reads its mail. */
async function ask(vault: TestVault, address = email) {
  const key = await vault.newKey()
  const { tx, matchCode: digits = '' } = await start(key, address)
  return { key, tx, digits, token: await vault.linkTo(address) }
}

const approve = (vault: TestVault, token: string, digits: string) =>
  vault.post('/v1/device/approve', { token, digits })
const wait = (key: TestKey, tx: string) => key.call('/v1/email/device', { tx })

describe('digits', () => {
  test('behavior: neither the mail nor its page contains them', async () => {
    const vault = await createTestVault()
    // Of ten logins, so that a number in the mail that happens to be the same fails at most a few of them.
    const revealed: string[] = []
    for (let index = 0; index < 10; index++) {
      const address = `visitor${'abcdefghij'[index]}@example.com`
      const { digits, token } = await ask(vault, address)
      const { text, html = '' } = await vault.mailTo(address)
      const inspected = await vault.post('/v1/device/inspect', { token })
      expect(inspected.status).toBe(200)
      const { expiresAt: _, ...facts } = await inspected.json()
      const shown = [text, html]
        .join()
        .replaceAll(token, '')
        .replaceAll(/#[\da-f]{6}|\d+px/g, '')
      const pattern = new RegExp(`(?<!\\d)${digits}(?!\\d)`)
      if (pattern.test(shown) || pattern.test(JSON.stringify(facts))) revealed.push(digits)
    }
    expect(revealed.length).toBeLessThan(5)
  })

  test('error: somebody who has the link but does not see the window cannot approve', async () => {
    const vault = await createTestVault()
    const { key, tx, token } = await ask(vault)
    for (const body of [{ token }, { token, digits: '' }, { token, digits: '4' }, { token, digits: '4x' }])
      expect(await readProblem(await vault.post('/v1/device/approve', body))).toMatchObject({
        code: 'invalid-request',
      })
    expect(await (await wait(key, tx)).json()).toEqual({ status: 'pending' })
  })

  test('behavior: a wrong pair leaves one try, with which the right pair approves', async () => {
    const vault = await createTestVault()
    const { key, tx, digits, token } = await ask(vault)
    expect(await readProblem(await approve(vault, token, other(digits)))).toEqual(wrong)
    expect(await (await wait(key, tx)).json()).toEqual({ status: 'pending' })
    expect((await approve(vault, token, digits)).status).toBe(200)
    expect(await (await wait(key, tx)).json()).toEqual({ status: 'approved' })
  })

  test('error: the second wrong pair ends the challenge', async () => {
    const vault = await createTestVault()
    const { key, tx, digits, token } = await ask(vault)
    expect(await readProblem(await approve(vault, token, other(digits)))).toEqual(wrong)
    expect(await readProblem(await approve(vault, token, other(digits, 2)))).toEqual(burnt)
    for (const path of ['approve', 'inspect', 'refuse']) {
      const body = { token, ...(path === 'approve' ? { digits } : {}) }
      expect(await readProblem(await vault.post(`/v1/device/${path}`, body))).toMatchObject({
        code: 'link-invalid',
      })
    }
    // The browser that asked gets the reason, and no further link.
    expect(await readProblem(await wait(key, tx))).toEqual(burnt)
    vault.pass(minute)
    expect(await readProblem(await key.call('/v1/email/resend', { tx }))).toEqual(burnt)
    // Another login may start at once.
    expect((await key.call('/v1/email/start', { email, ...page })).status).toBe(200)
  })

  test('error: another link adds no tries', async () => {
    const vault = await createTestVault()
    const { key, tx, digits, token } = await ask(vault)
    expect(await readProblem(await approve(vault, token, other(digits)))).toEqual(wrong)
    vault.pass(31_000)
    expect((await key.call('/v1/email/resend', { tx })).status).toBe(200)
    const second = await vault.linkTo(email)
    expect(second).not.toBe(token)
    expect(await readProblem(await approve(vault, second, other(digits)))).toEqual(burnt)
  })

  test('behavior: refusing needs no digits, also after a wrong pair', async () => {
    const vault = await createTestVault()
    const { key, tx, digits, token } = await ask(vault)
    await approve(vault, token, other(digits))
    expect((await vault.post('/v1/device/refuse', { token })).status).toBe(200)
    expect(await readProblem(await wait(key, tx))).toMatchObject({ code: 'device-refused' })
  })

  test('error: a try counts even if the database fails afterwards', async () => {
    const vault = await createTestVault()
    const { digits, token } = await ask(vault)
    const failing = vi.spyOn(vault.services.database, 'transaction').mockImplementationOnce(() => {
      throw new Error('disk full')
    })
    expect((await approve(vault, token, digits)).status).toBe(500)
    expect(failing).toHaveBeenCalledOnce()
    expect(await readProblem(await approve(vault, token, other(digits)))).toEqual(burnt)
  })

  test('behavior: no two live challenges of a mailbox have the same digits, however it is written', async () => {
    const vault = await createTestVault({ env: { LIMIT_PER_EMAIL: '0', LIMIT_PER_ADDRESS: '0' } })
    const spellings = [email, 'Ada@example.com', 'ada+one@example.com', 'ADA+two@example.com']
    const drawn = new Set<string>()
    for (let index = 0; index < 100; index++)
      drawn.add((await ask(vault, spellings[index % spellings.length])).digits)
    expect(drawn.size).toBe(100)
    // All are taken: the next login waits until a challenge expires. Other mailboxes are not affected.
    const key = await vault.newKey()
    const refused = await key.call('/v1/email/start', { email, ...page })
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'rate-limited' })
    expect((await key.call('/v1/email/start', { email: 'grace@example.com', ...page })).status).toBe(200)
    vault.pass(10 * minute)
    expect((await ask(vault)).digits).toMatch(/^\d{2}$/)
  })
})

await describeVaults('digits, several processes', (open) => {
  test('error: of 20 simultaneous guesses two are compared', async () => {
    const vault = await open()
    const { key, tx, digits, token } = await ask(vault)
    const guesses = Array.from({ length: 20 }, (_, index) => other(digits, index + 1))
    const answers = await Promise.all(
      guesses.map(async (guess) => readProblem(await approve(vault, token, guess))),
    )
    const count = (expected: string) => answers.filter(({ code }) => code === expected).length
    expect(count('digits-wrong')).toBe(1)
    expect(count('digits-burnt') + count('link-invalid')).toBe(19)
    expect(await readProblem(await approve(vault, token, digits))).toMatchObject({ code: 'link-invalid' })
    expect(await readProblem(await wait(key, tx))).toEqual(burnt)
  })

  test('behavior: simultaneous logins get different digits', async () => {
    const vault = await open({ env: { LIMIT_PER_EMAIL: '0', LIMIT_PER_ADDRESS: '0' } })
    const keys = await Promise.all(Array.from({ length: 20 }, () => vault.newKey()))
    const started = await Promise.all(keys.map((key) => start(key, email)))
    expect(new Set(started.map(({ matchCode }) => matchCode)).size).toBe(20)
  })
})
