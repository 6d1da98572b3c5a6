import type { EmailClaimResponse, MoveResponse } from '@portico/protocol/vault'
import { hashAddress } from '@portico/server'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { createFakeGateway } from '../../testing/createFakeGateway.ts'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { approve, page } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const email = 'ada@example.com'
const hour = 3_600_000
const seconds = (ms: number) => Math.floor(ms / 1000)

/** A vault with the founding device of a user. */
async function open(env: Readonly<Record<string, string>> = {}) {
  const gateway = await createFakeGateway()
  const vault = await createTestVault({ gateway, env })
  const owner = await vault.newKey()
  const userId = await logIn(vault, owner)
  return { gateway, vault, owner, userId }
}

/** Logs in with a key that is new to the vault; returns the user. */
async function logIn(vault: TestVault, key: TestKey): Promise<string> {
  const started = await key.call('/v1/email/start', { email, ...page })
  const { tx, matchCode } = await started.json()
  await approve(vault, email, matchCode)
  const sealed = await key.seal({ tx, jkt: key.jkt, releaseKey: key.releaseKey })
  const claimed = await key.call('/v1/email/claim', { sealed })
  if (claimed.status !== 200) throw new Error(await claimed.text())
  return ((await claimed.json()) as EmailClaimResponse).userId
}

const move = (by: TestKey, body: { userId: string; jkt: string }) => by.call('/v1/move', body)

async function claimsOf(response: Response) {
  if (response.status !== 200) throw new Error(await response.text())
  const { statement } = (await response.json()) as MoveResponse
  expect(decodeProtectedHeader(statement).typ).toBe('device-added+jwt')
  return decodeJwt(statement)
}

/** Whether the vault knows a key: a known key is sent no link. */
async function isKnown(key: TestKey): Promise<boolean> {
  const response = await key.call('/v1/email/start', { email, ...page })
  return ((await response.json()) as { action: string }).action === 'VERIFY_OTP'
}

describe('a device that adds another one', () => {
  test('behavior: the founding device adds a key; the owner is mailed; the key is known from then on', async () => {
    const { vault, owner, userId } = await open()
    const next = await vault.newKey()
    const claims = await claimsOf(await move(owner, { userId, jkt: next.jkt }))
    expect(claims).toMatchObject({ sub: userId, jkt: next.jkt, by: owner.jkt, aud: 'portico-gateway' })
    expect(claims.deviceSince).toBe(seconds(vault.now()))
    expect(claims.heldUntil).toBeUndefined()
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(120)
    const notice = await vault.mailTo(email)
    expect(notice.subject).toBe('Your wallet was moved to another device')
    expect(await isKnown(next)).toBe(true)
  })

  test('behavior: repeating the request changes nothing and mails nothing', async () => {
    const { vault, owner, userId } = await open()
    const next = await vault.newKey()
    const first = await claimsOf(await move(owner, { userId, jkt: next.jkt }))
    await vault.mailTo(email)
    const count = vault.mails.length
    vault.pass(60_000)
    const again = await claimsOf(await move(owner, { userId, jkt: next.jkt }))
    expect(again.deviceSince).toBe(first.deviceSince)
    await vault.services.mailQueue.idle()
    expect(vault.mails).toHaveLength(count)
  })

  test('error: a key that is not a device of the user adds nothing', async () => {
    const { vault, owner, userId } = await open()
    const [stranger, next] = [await vault.newKey(), await vault.newKey()]
    expect(await readProblem(await move(stranger, { userId, jkt: next.jkt }))).toMatchObject({
      code: 'device-unknown',
    })
    // Not even itself.
    expect(await readProblem(await move(stranger, { userId, jkt: stranger.jkt }))).toMatchObject({
      code: 'device-unknown',
    })
    const other = `usr_${'A'.repeat(22)}`
    expect(await readProblem(await move(owner, { userId: other, jkt: next.jkt }))).toMatchObject({
      code: 'device-unknown',
    })
    expect(await isKnown(next)).toBe(false)
  })

  test('error: a new device adds nothing for DEVICE_AGE_HOURS, nor does the one it came to by a move', async () => {
    const { vault, owner, userId } = await open({ DEVICE_AGE_HOURS: '72' })
    const second = await vault.newKey()
    await logIn(vault, second)
    const [moved, next] = [await vault.newKey(), await vault.newKey()]
    await claimsOf(await move(owner, { userId, jkt: moved.jkt }))
    for (const young of [second, moved])
      expect(await readProblem(await move(young, { userId, jkt: next.jkt }))).toMatchObject({
        code: 'device-too-new',
        until: new Date(vault.now() + 72 * hour).toISOString(),
      })
    vault.pass(72 * hour)
    await claimsOf(await move(moved, { userId, jkt: next.jkt }))
  })

  test('error: a held device adds nothing, whatever its age', async () => {
    const { vault, userId } = await open({ HOLD_HOURS: '24', DEVICE_AGE_HOURS: '0' })
    const held = await vault.newKey()
    await logIn(vault, held)
    const next = await vault.newKey()
    expect(await readProblem(await move(held, { userId, jkt: next.jkt }))).toMatchObject({
      code: 'held',
      until: new Date(vault.now() + 24 * hour).toISOString(),
    })
    vault.pass(24 * hour)
    await claimsOf(await move(held, { userId, jkt: next.jkt }))
  })

  test('behavior: with HOLD_HOURS the new device waits for the recovery secret, and the notice can stop it', async () => {
    const { vault, owner, userId } = await open({ HOLD_HOURS: '24' })
    const next = await vault.newKey()
    const { heldUntil } = await claimsOf(await move(owner, { userId, jkt: next.jkt }))
    expect(heldUntil).toBe(seconds(vault.now()) + 24 * 3600)
    const { text } = await vault.mailTo(email)
    const token = /\/device#cancel\.(\S+)$/m.exec(text)?.[1]
    expect((await vault.post('/v1/device/cancel', { token })).status).toBe(200)
    expect(await isKnown(next)).toBe(false)
    // Neither the stopped device nor a repeated request of the old one brings it back unnoticed.
    expect(await readProblem(await move(next, { userId, jkt: next.jkt }))).toMatchObject({
      code: 'device-unknown',
    })
    const count = vault.mails.length
    await claimsOf(await move(owner, { userId, jkt: next.jkt }))
    await vault.mailTo(email)
    expect(vault.mails.length).toBe(count + 1)
  })

  test('error: at most five moves a day', async () => {
    const { vault, owner, userId } = await open()
    const codes: unknown[] = []
    for (let count = 0; count < 6; count += 1) {
      const response = await move(owner, { userId, jkt: (await vault.newKey()).jkt })
      codes.push(response.status === 200 ? 200 : (await readProblem(response)).code)
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 'rate-limited'])
    vault.pass(25 * hour)
    await claimsOf(await move(owner, { userId, jkt: (await vault.newKey()).jkt }))
  })

  test('error: a proof needs a nonce of the vault, and the address is not in the statement', async () => {
    const { vault, owner, userId } = await open()
    const next = await vault.newKey()
    const claims = await claimsOf(await move(owner, { userId, jkt: next.jkt }))
    expect(Object.keys(claims).sort()).toEqual([
      'aud',
      'by',
      'deviceSince',
      'exp',
      'iat',
      'iss',
      'jkt',
      'sub',
    ])
    expect(JSON.stringify(claims)).not.toContain(hashAddress({ tx: 'tx', email }))
    expect((await vault.post('/v1/move', { userId, jkt: next.jkt })).status).toBe(401)
  })
})
