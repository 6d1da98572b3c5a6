import { updateRevertResponse } from '@portico/protocol/vault'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { logIn, startCode } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const [old, next] = ['ada@example.com', 'ada@new.example']
const hour = 3_600_000

async function enterCode(
  vault: TestVault,
  key: TestKey,
  path: string,
  tx: string,
  email: string,
): Promise<Response> {
  return key.call(path, { sealed: await key.sealCode({ tx, code: await vault.codeTo(email) }) })
}
const begin = (key: TestKey, userId: string, email = next) => key.call('/v1/update/start', { userId, email })

/** Changes the address up to the last step. Returns the ID of the last challenge. */
async function untilSecond(vault: TestVault, key: TestKey, userId: string, email = next): Promise<string> {
  const started = await (await begin(key, userId, email)).json()
  const second = await (await enterCode(vault, key, '/v1/update/primary', started.tx, old)).json()
  if (!second.tx) throw new Error(JSON.stringify([started, second]))
  return second.tx
}

/** Changes the address. Returns the token that undoes it. */
async function change(vault: TestVault, key: TestKey, userId: string, email = next): Promise<string> {
  const tx = await untilSecond(vault, key, userId, email)
  const response = await enterCode(vault, key, '/v1/update/secondary', tx, email)
  if (response.status !== 200) throw new Error(await response.text())
  return /#revert\.(\S+)$/m.exec((await vault.mailTo(old)).text)?.[1] as string
}

describe('update', () => {
  test('behavior: needs a code sent to the old address and one sent to the new address', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const started = await (await begin(key, userId, 'Ada@NEW.example')).json()
    expect(started).toMatchObject({ action: 'VERIFY_PRIMARY_OTP', resendAfter: 30 })
    expect((await vault.mailTo(old)).text).toContain('Ada@new.example')
    const second = await (await enterCode(vault, key, '/v1/update/primary', started.tx, old)).json()
    expect(second).toMatchObject({ action: 'VERIFY_SECONDARY_OTP' })
    const done = await enterCode(vault, key, '/v1/update/secondary', second.tx, 'Ada@new.example')
    expect(await done.json()).toEqual({ email: 'Ada@new.example' })
    expect((await vault.mailTo(old)).subject).toBe('Your address was changed')

    expect((await logIn(vault, key, 'Ada@new.example')).userId).toBe(userId)
    expect(await vault.services.audit.verify()).toEqual({ rows: 4 })
  })

  test('behavior: the old address can undo the change, which removes the device that made it', async () => {
    const vault = await createTestVault()
    const [owner, thief] = [await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, owner, old)
    await logIn(vault, thief, old)
    vault.pass(72 * hour)
    const since = Math.floor(vault.now() / 1000)
    const token = await change(vault, thief, userId)
    vault.pass(71 * hour)
    const reverted = await vault.post('/v1/update/revert', { token })
    const { email, statement } = updateRevertResponse.parse(await reverted.json())
    expect(email).toBe('a•••@example.com')
    expect(decodeProtectedHeader(statement).typ).toBe('email-reverted+jwt')
    expect(decodeJwt(statement)).toMatchObject({ sub: userId, jkt: thief.jkt, since })
    expect(await readProblem(await vault.post('/v1/update/revert', { token }))).toEqual({
      status: 410,
      code: 'link-invalid',
    })
    expect(await readProblem(await begin(thief, userId))).toMatchObject({ code: 'device-unknown' })
    expect((await logIn(vault, owner, old)).userId).toBe(userId)
    expect((await logIn(vault, await vault.newKey(), next)).userId).not.toBe(userId)
  })

  test('error: undoing ends after 72 hours; until then the old address is reserved', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const token = await change(vault, key, userId)
    const until = new Date(vault.now() + 72 * hour).toISOString()
    const stranger = await vault.newKey()
    const tx = await startCode(vault, stranger, old)
    expect(await readProblem(await enterCode(vault, stranger, '/v1/email/verify', tx, old))).toEqual({
      status: 409,
      code: 'email-reserved',
      until,
    })
    vault.pass(72 * hour)
    expect(await readProblem(await vault.post('/v1/update/revert', { token }))).toMatchObject({
      code: 'link-invalid',
    })
    expect((await logIn(vault, stranger, old)).userId).not.toBe(userId)
  })

  test('behavior: only the last step reveals that the new address is taken', async () => {
    const vault = await createTestVault()
    const [key, other] = [await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, key, old)
    await logIn(vault, other, next)
    const tx = await untilSecond(vault, key, userId)
    expect(await readProblem(await enterCode(vault, key, '/v1/update/secondary', tx, next))).toEqual({
      status: 409,
      code: 'email-taken',
    })
    expect((await logIn(vault, key, old)).userId).toBe(userId)
  })

  test('error: a new device, an unknown one, and one of another user', async () => {
    const vault = await createTestVault()
    const [first, second, eve] = [await vault.newKey(), await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, first, old)
    await logIn(vault, second, old)
    await logIn(vault, eve, 'eve@example.com')
    expect(await readProblem(await begin(second, userId))).toEqual({
      status: 403,
      code: 'device-too-new',
      until: new Date(vault.now() + 72 * hour).toISOString(),
    })
    for (const key of [eve, await vault.newKey()])
      expect(await readProblem(await begin(key, userId))).toEqual({ status: 403, code: 'device-unknown' })
    vault.pass(72 * hour)
    expect((await begin(second, userId)).status).toBe(200)
  })

  test('error: an invalid address, the same address, and a second mail within 30 seconds', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    expect(await readProblem(await begin(key, userId, 'ada'))).not.toMatchObject({ status: 200 })
    expect(await readProblem(await begin(key, userId, 'ada@EXAMPLE.com'))).toMatchObject({
      code: 'invalid-request',
    })
    expect((await begin(key, userId)).status).toBe(200)
    expect(await readProblem(await begin(key, userId))).toMatchObject({ code: 'too-soon' })
  })

  test('error: the first code is not valid for the second step or for a login', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const { tx } = await (await begin(key, userId)).json()
    for (const path of ['/v1/update/secondary', '/v1/email/verify'])
      expect(await readProblem(await enterCode(vault, key, path, tx, old))).toMatchObject({
        code: 'transaction-expired',
      })
  })
})

await describeVaults('update, concurrent requests', (open) => {
  test('behavior: of two users who change to one address, one succeeds', async () => {
    const vault = await open()
    const [ada, eve] = [await vault.newKey(), await vault.newKey()]
    const adaId = (await logIn(vault, ada, old)).userId
    const eveId = (await logIn(vault, eve, 'eve@example.com')).userId
    const ready: (() => Promise<Response>)[] = []
    for (const [key, userId, from] of [
      [ada, adaId, old],
      [eve, eveId, 'eve@example.com'],
    ] as const) {
      const { tx } = await (await begin(key, userId)).json()
      const second = await (await enterCode(vault, key, '/v1/update/primary', tx, from)).json()
      const sealed = await key.sealCode({ tx: second.tx, code: await vault.codeTo(next) })
      ready.push(() => key.call('/v1/update/secondary', { sealed }))
    }
    const answers = await Promise.all(ready.map((go) => go()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
