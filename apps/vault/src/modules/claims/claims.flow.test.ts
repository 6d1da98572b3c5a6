import type { EmailClaimResponse } from '@portico/protocol/vault'
import { hashAddress } from '@portico/server'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { createFakeGateway } from '../../testing/createFakeGateway.ts'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { page } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const email = 'ada@example.com'
const minute = 60_000
const place = { walletId: 'wallet-0001', slotId: 'slot-000001' }
const secret = 'A'.repeat(43)

async function open(options: Parameters<typeof createTestVault>[0] = {}) {
  const gateway = await createFakeGateway()
  const vault = await createTestVault({ gateway, ...options })
  return { gateway, vault }
}

const start = async (key: TestKey, address = email) =>
  (await key.call('/v1/email/start', { email: address, ...page })).json()

const approve = async (vault: TestVault, digits: string) =>
  (await vault.post('/v1/device/approve', { token: await vault.linkTo(email), digits })).status

const sealClaim = (key: TestKey, tx: string, jkt = key.jkt) =>
  key.seal({ tx, jkt, releaseKey: key.releaseKey })

const claim = async (key: TestKey, tx: string, introduced?: string) =>
  key.call('/v1/email/claim', {
    sealed: await sealClaim(key, tx),
    ...(introduced === undefined ? {} : { introduced }),
  })

const release = (key: TestKey, grant: string) => key.call('/v1/auto/release', { grant, ...place })

/** Starts a login on a new key, approves its link and claims it. */
async function claimNew(vault: TestVault, key: TestKey) {
  const { tx, matchCode } = await start(key)
  expect(await approve(vault, matchCode)).toBe(200)
  const response = await claim(key, tx)
  if (response.status !== 200) throw new Error(await response.text())
  return { tx: tx as string, ...((await response.json()) as EmailClaimResponse) }
}

/** Logs in with a new key: both servers have verified the person. */
async function logInWithBoth({ gateway, vault }: Awaited<ReturnType<typeof open>>, key: TestKey) {
  const claimed = await claimNew(vault, key)
  const { tx, userId, grant } = claimed
  const statement = { sub: userId, jkt: key.jkt, tx, address: hashAddress({ tx, email }) }
  const introduced = await gateway.introduce(statement, { now: vault.now() })
  expect((await key.call('/v1/grants/activate', { grant, introduced })).status).toBe(200)
  return claimed
}

describe('claims', () => {
  test('behavior: a new key needs the link; the vault mails no code, and its assertion contains the address', async () => {
    const { vault } = await open()
    const key = await vault.newKey()
    const { tx, action, matchCode } = await start(key)
    expect(action).toBe('VERIFY_DEVICE')
    expect(await readProblem(await claim(key, tx))).toMatchObject({ code: 'transaction-expired' })
    expect(await approve(vault, matchCode)).toBe(200)
    expect(await (await key.call('/v1/email/device', { tx })).json()).toEqual({ status: 'approved' })
    const { assertion, userId } = (await (await claim(key, tx)).json()) as EmailClaimResponse
    expect(decodeJwt(assertion)).toMatchObject({
      sub: userId,
      jkt: key.jkt,
      tx,
      address: hashAddress({ tx, email }),
    })
    await vault.services.mailQueue.idle()
    expect(vault.mails).toHaveLength(1)
    // A challenge is claimed once.
    expect(await readProblem(await claim(key, tx))).toMatchObject({ code: 'transaction-expired' })
  })

  test('behavior: a grant gives access to nothing until the gateway has introduced the key', async () => {
    const both = await open()
    const { gateway, vault } = both
    const key = await vault.newKey()
    const { tx, userId, grant } = await claimNew(vault, key)
    const store = async () =>
      key.call('/v1/auto/store', { grant, sealed: await key.seal({ secret, ...place, jkt: key.jkt }) })
    expect(await readProblem(await store())).toMatchObject({ code: 'grant-invalid' })
    const statement = { sub: userId, jkt: key.jkt, tx, address: hashAddress({ tx, email }) }
    const introduced = await gateway.introduce(statement, { now: vault.now() })
    const activate = () => key.call('/v1/grants/activate', { grant, introduced })
    expect((await activate()).status).toBe(200)
    expect((await store()).status).toBe(200)
    expect((await release(key, grant)).status).toBe(200)
    // A retry changes nothing: the grant ends ten minutes after the first activation.
    vault.pass(minute)
    expect((await activate()).status).toBe(200)
    vault.pass(9 * minute)
    expect(await readProblem(await release(key, grant))).toMatchObject({ code: 'grant-invalid' })
  })

  test('behavior: a key that both servers know needs no mail of the vault', async () => {
    const both = await open()
    const { gateway, vault } = both
    const key = await vault.newKey()
    const { userId } = await logInWithBoth(both, key)
    await vault.services.mailQueue.idle()
    const count = vault.mails.length
    const { tx, action } = await start(key)
    expect(action).toBe('VERIFY_OTP')
    expect(await readProblem(await claim(key, tx))).toMatchObject({ code: 'transaction-expired' })
    const statement = { sub: userId, jkt: key.jkt, tx, address: hashAddress({ tx, email }) }
    const claimed = await claim(key, tx, await gateway.introduce(statement, { now: vault.now() }))
    const { grant } = (await claimed.json()) as EmailClaimResponse
    const sealed = await key.seal({ secret, ...place, jkt: key.jkt })
    expect((await key.call('/v1/auto/store', { grant, sealed })).status).toBe(200)
    await vault.services.mailQueue.idle()
    expect(vault.mails).toHaveLength(count)
  })

  test('behavior: a key that only the vault knows gets a link on request', async () => {
    const both = await open()
    const { vault } = both
    const key = await vault.newKey()
    await logInWithBoth(both, key)
    const { tx } = await start(key)
    const linked = await (await key.call('/v1/email/link', { tx })).json()
    expect(linked).toMatchObject({ tx, action: 'VERIFY_DEVICE', matchCode: expect.stringMatching(/^\d\d$/) })
    // Repeating the request mails nothing more.
    const count = vault.mails.length
    expect((await key.call('/v1/email/link', { tx })).status).toBe(200)
    await vault.services.mailQueue.idle()
    expect(vault.mails.length).toBeLessThanOrEqual(count + 1)
    expect(await approve(vault, linked.matchCode)).toBe(200)
    expect((await claim(key, tx)).status).toBe(200)
    // A refused link ends the login.
    const again = await start(key)
    await key.call('/v1/email/link', { tx: again.tx })
    await vault.post('/v1/device/refuse', { token: await vault.linkTo(email) })
    expect(await readProblem(await claim(key, again.tx))).toMatchObject({ code: 'device-refused' })
  })

  test('error: a compromised gateway activates no grant with a statement about another login', async () => {
    const both = await open()
    const { gateway, vault } = both
    const [key, other] = [await vault.newKey(), await vault.newKey()]
    const { tx, userId, grant } = await claimNew(vault, key)
    const address = hashAddress({ tx, email })
    const right = { sub: userId, jkt: key.jkt, tx, address }
    const wrong = [
      { ...right, sub: `usr_${'A'.repeat(22)}` },
      { ...right, jkt: other.jkt },
      { ...right, tx: `tx_${'A'.repeat(22)}` },
      { ...right, address: hashAddress({ tx, email: 'eve@example.com' }) },
    ]
    for (const statement of wrong) {
      const introduced = await gateway.introduce(statement, { now: vault.now() })
      const refused = await key.call('/v1/grants/activate', { grant, introduced })
      expect(await readProblem(refused)).toMatchObject({ code: 'introduced-mismatch' })
    }
    const introduced = await gateway.introduce(right, { now: vault.now() })
    // Another key cannot activate it.
    const stolen = await other.call('/v1/grants/activate', { grant, introduced })
    expect(await readProblem(stolen)).toMatchObject({ code: 'grant-invalid' })
    expect(await readProblem(await release(key, grant))).toMatchObject({ code: 'grant-invalid' })
  })

  test('error: a compromised gateway claims no login of a known key for somebody else', async () => {
    const both = await open()
    const { gateway, vault } = both
    const key = await vault.newKey()
    const { userId } = await logInWithBoth(both, key)
    const { tx } = await start(key)
    const address = hashAddress({ tx, email })
    for (const statement of [
      { sub: `usr_${'A'.repeat(22)}`, jkt: key.jkt, tx, address },
      { sub: userId, jkt: (await vault.newKey()).jkt, tx, address },
      { sub: userId, jkt: key.jkt, tx, address: hashAddress({ tx, email: 'eve@example.com' }) },
    ]) {
      const introduced = await gateway.introduce(statement, { now: vault.now() })
      expect(await readProblem(await claim(key, tx, introduced))).toMatchObject({
        code: 'introduced-mismatch',
      })
    }
    // The challenge is still open for the right statement.
    const introduced = await gateway.introduce(
      { sub: userId, jkt: key.jkt, tx, address },
      { now: vault.now() },
    )
    expect((await claim(key, tx, introduced)).status).toBe(200)
    // A statement does not stand in for the link of a key that the vault does not know.
    const stranger = await vault.newKey()
    const fresh = await start(stranger)
    const forged = await gateway.introduce(
      { sub: userId, jkt: stranger.jkt, tx: fresh.tx, address: hashAddress({ tx: fresh.tx, email }) },
      { now: vault.now() },
    )
    expect(await readProblem(await claim(stranger, fresh.tx, forged))).toMatchObject({
      code: 'transaction-expired',
    })
  })

  test('error: refuses statements that are foreign, expired, long-lived, for another audience or of another type', async () => {
    const { gateway, vault } = await open()
    const key = await vault.newKey()
    const { tx, userId, grant } = await claimNew(vault, key)
    const right = { sub: userId, jkt: key.jkt, tx, address: hashAddress({ tx, email }) }
    const now = vault.now()
    const seconds = Math.floor(now / 1000)
    const foreign = await createFakeGateway()
    const statements = [
      await foreign.introduce(right, { now }),
      await gateway.introduce(right, { now, typ: 'identity+jwt' }),
      await gateway.introduce({ ...right, aud: 'portico-gateway' }, { now }),
      await gateway.introduce({ ...right, iss: 'http://evil.example' }, { now }),
      await gateway.introduce({ ...right, exp: seconds + 3600 }, { now }),
      await gateway.introduce(right, { now: now - 4 * minute }),
      await gateway.introduce(right, { now: now + 2 * minute }),
      'a.b.c',
    ]
    for (const introduced of statements)
      expect(await readProblem(await key.call('/v1/grants/activate', { grant, introduced }))).toMatchObject({
        code: 'introduced-invalid',
      })
    expect(await readProblem(await release(key, grant))).toMatchObject({ code: 'grant-invalid' })
  })

  test('error: the gateway cannot be reached', async () => {
    const { gateway, vault } = await open()
    const key = await vault.newKey()
    const { tx, userId, grant } = await claimNew(vault, key)
    const statement = { sub: userId, jkt: key.jkt, tx, address: hashAddress({ tx, email }) }
    const introduced = await gateway.introduce(statement, { now: vault.now() })
    gateway.isUnreachable = true
    const activate = () => key.call('/v1/grants/activate', { grant, introduced })
    expect(await readProblem(await activate())).toMatchObject({ status: 503, code: 'gateway-unavailable' })
    gateway.isUnreachable = false
    expect((await activate()).status).toBe(200)
  })

  test('error: a claim that another key sealed, sent or started, or that is late', async () => {
    const { vault } = await open()
    const [key, other] = [await vault.newKey(), await vault.newKey()]
    const { tx, matchCode } = await start(key)
    await approve(vault, matchCode)
    expect(await readProblem(await claim(other, tx))).toMatchObject({ code: 'transaction-expired' })
    const sealed = await sealClaim(key, tx, other.jkt)
    expect(await readProblem(await key.call('/v1/email/claim', { sealed }))).toMatchObject({
      code: 'sealed-invalid',
    })
    vault.pass(25 * minute)
    expect(await readProblem(await claim(key, tx))).toMatchObject({ code: 'transaction-expired' })
  })
})

await describeVaults('claims, concurrent requests', (createVault) => {
  test('behavior: of twelve simultaneous claims, one succeeds', async () => {
    const vault = await createVault()
    const key = await vault.newKey()
    const { tx, matchCode } = await start(key)
    await approve(vault, matchCode)
    const claims = await Promise.all(Array.from({ length: 12 }, async () => (await claim(key, tx)).status))
    expect(claims.filter((status) => status === 200)).toHaveLength(1)
  })
})
