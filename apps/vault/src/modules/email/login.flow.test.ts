import { hashAddress } from '@portico/server'
import { importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { approve, claim, logIn, page, start, startApproved } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'
import { vaultUrl } from '../../testing/vaultUrl.ts'

const email = 'ada@example.com'
const minute = 60_000

const ask = (key: TestKey, address = email) => key.call('/v1/email/start', { email: address, ...page })
describe('email', () => {
  test('behavior: a new device needs the link; a known one is mailed nothing', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const started = await start(key, ' ada@EXAMPLE.com ')
    expect(started).toEqual({
      tx: expect.stringMatching(/^tx_/),
      action: 'VERIFY_DEVICE',
      matchCode: expect.stringMatching(/^\d{2}$/),
      expiresAt: new Date(vault.now() + 10 * minute).toISOString(),
      resendAfter: 30,
    })
    const { tx } = started
    const mail = await vault.mailTo(email)
    expect(mail.subject).toBe('Confirm your sign-in')
    expect(mail.text).toContain(page.origin)
    const token = await vault.linkTo(email)

    expect(await (await vault.post('/v1/device/inspect', { token })).json()).toEqual({
      kind: 'sign-in',
      origin: page.origin,
      browser: 'Unknown',
      system: 'Unknown',
      email: 'a•••@example.com',
      expiresAt: started.expiresAt,
    })
    expect(await (await key.call('/v1/email/device', { tx })).json()).toEqual({ status: 'pending' })
    expect((await vault.post('/v1/device/approve', { token, digits: started.matchCode })).status).toBe(200)
    expect(await (await key.call('/v1/email/device', { tx })).json()).toEqual({ status: 'approved' })

    const verified = await (await claim(key, tx)).json()
    expect(verified).toEqual({
      assertion: expect.any(String),
      grant: expect.stringMatching(/^[\w-]{43}$/),
      userId: expect.stringMatching(/^usr_/),
      hasAuto: false,
    })
    const { keys } = await (await vault.app.request('/.well-known/jwks.json')).json()
    const { payload, protectedHeader } = await jwtVerify(
      verified.assertion,
      await importJWK(keys.find(({ use }: { use: string }) => use === 'sig')),
      { currentDate: new Date(vault.now()), typ: 'identity+jwt', algorithms: ['ES256'] },
    )
    expect(keys.map(({ kid }: { kid: string }) => kid)).toContain(protectedHeader.kid)
    const iat = Math.floor(vault.now() / 1000)
    expect(payload).toEqual({
      iss: vaultUrl,
      aud: 'portico-gateway',
      sub: verified.userId,
      method: 'email',
      jkt: key.jkt,
      tx,
      ...page,
      iat,
      exp: iat + 60,
      jti: expect.any(String),
      address: hashAddress({ tx, email }),
      deviceSince: 0,
    })

    // Allowed at once, as the last login succeeded.
    const again = await start(key, email)
    expect(again).toMatchObject({ action: 'VERIFY_OTP' })
    expect(again).not.toHaveProperty('matchCode')
    expect(await (await key.call('/v1/email/device', { tx: again.tx })).json()).toEqual({
      status: 'approved',
    })
    expect((await logIn(vault, key, email)).userId).toBe(verified.userId)
    await vault.services.mailQueue.idle()
    expect(vault.mails).toHaveLength(1)
    expect(await start(await vault.newKey(), email)).toMatchObject({ action: 'VERIFY_DEVICE' })
    expect(await vault.services.audit.verify()).toEqual({ rows: 3 })
  })

  test('behavior: a refused sign-in ends for the device that started it', async () => {
    const vault = await createTestVault()
    const [owner, thief] = [await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, owner, email)
    const { tx, matchCode } = await start(thief, email)
    const token = await vault.linkTo(email)
    const mails = vault.mails.length
    // Inspecting the link, or opening it with GET, refuses nothing.
    await vault.post('/v1/device/inspect', { token })
    expect((await vault.app.request(`/v1/device/refuse?token=${token}`)).status).toBe(405)
    expect(await (await thief.call('/v1/email/device', { tx })).json()).toEqual({ status: 'pending' })

    expect((await vault.post('/v1/device/refuse', { token })).status).toBe(200)
    const refused = { status: 403, code: 'device-refused' }
    expect(await readProblem(await thief.call('/v1/email/device', { tx }))).toEqual(refused)
    vault.pass(minute)
    expect(await readProblem(await thief.call('/v1/email/resend', { tx }))).toEqual(refused)
    expect(await readProblem(await claim(thief, tx))).toEqual(refused)
    // The token is used up, for approval and refusal.
    for (const [path, body] of [
      ['inspect', { token }],
      ['approve', { token, digits: matchCode }],
      ['refuse', { token }],
    ] as const)
      expect(await readProblem(await vault.post(`/v1/device/${path}`, body))).toMatchObject({
        code: 'link-invalid',
      })
    await vault.mailTo(email)
    expect(vault.mails).toHaveLength(mails)
    const trail = await vault.services.database.selectFrom('audit').selectAll().orderBy('seq').execute()
    expect(trail.at(-1)).toMatchObject({ event: 'login-refuse', user_id: userId, subject: thief.jkt })
    expect(await vault.services.audit.verify()).toEqual({ rows: trail.length })
  })

  test('error: a sign-in cannot be refused without its mailed token', async () => {
    const vault = await createTestVault()
    const [key, other] = [await vault.newKey(), await vault.newKey()]
    const { tx, matchCode: digits } = await start(key, email)
    const token = await vault.linkTo(email)
    for (const wrong of ['A'.repeat(43), `${token.slice(0, 42)}${token.endsWith('A') ? 'E' : 'A'}`])
      expect(await readProblem(await vault.post('/v1/device/refuse', { token: wrong }))).toMatchObject({
        code: 'link-invalid',
      })
    // Neither the challenge's ID nor the link of another sign-in works.
    await start(other, 'grace@example.com')
    await vault.post('/v1/device/refuse', { token: await vault.linkTo('grace@example.com') })
    expect((await other.call('/v1/device/refuse', { token: tx })).status).toBe(400)
    const foreign = { origin: 'https://evil.example' }
    expect((await vault.post('/v1/device/refuse', { token }, foreign)).status).toBe(403)
    expect(await (await key.call('/v1/email/device', { tx })).json()).toEqual({ status: 'pending' })
    expect((await vault.post('/v1/device/approve', { token, digits })).status).toBe(200)
    // An approved sign-in cannot be refused.
    expect((await vault.post('/v1/device/refuse', { token })).status).toBe(410)
    expect(await (await key.call('/v1/email/device', { tx })).json()).toEqual({ status: 'approved' })
  })

  test('behavior: the owner gets a mail about every device but the first', async () => {
    const vault = await createTestVault({ env: { HOLD_HOURS: '24' } })
    const [first, second] = [await vault.newKey(), await vault.newKey()]
    const notices = async () => {
      await vault.mailTo(email)
      return vault.mails.filter(({ subject }) => subject === 'A new device has logged in')
    }
    await logIn(vault, first, email)
    expect(await notices()).toEqual([])
    await logIn(vault, second, email)
    await logIn(vault, second, email)
    const [notice, ...others] = await notices()
    expect(others).toEqual([])
    const until = new Date(vault.now() + 24 * 60 * minute).toISOString()
    expect(notice?.text).toContain(`It cannot open your wallet before ${until}.`)
  })

  test('error: content that is not encrypted to the vault, or does not match the schema', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const tx = await startApproved(vault, key, email)
    const right = { tx, jkt: key.jkt, releaseKey: key.releaseKey }
    const send = async (sealed: string) => readProblem(await key.call('/v1/email/claim', { sealed }))
    // Text that a person typed has no place in it, either.
    for (const value of [{ tx, jkt: key.jkt }, { ...right, code: '123456' }, { tx: 1 }, 'text', null])
      expect(await send(await key.seal(value))).toMatchObject({ code: 'sealed-invalid' })
    const parts = (await key.seal(right)).split('.')
    const flip = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
    for (const index of [0, 2, 3, 4]) {
      const broken = parts.map((part, at) => (at === index ? flip(part) : part)).join('.')
      expect(await send(broken)).toMatchObject({ code: 'sealed-invalid' })
    }
    expect((await claim(key, tx)).status).toBe(200)
  })

  test('error: a second mail within 30 seconds, for this pair of key and address only', async () => {
    const vault = await createTestVault()
    const [key, second] = [await vault.newKey(), await vault.newKey()]
    await start(key, email)
    vault.pass(10_000)
    const refused = await ask(key)
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(await readProblem(refused)).toEqual({ status: 429, code: 'too-soon', retryAfter: 20 })
    expect((await ask(second)).status).toBe(200)
    expect((await ask(key, 'bob@example.com')).status).toBe(200)
    vault.pass(20_000)
    expect((await ask(key)).status).toBe(200)
  })

  test('behavior: a login that was left can be started again by the same key', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    // On a new device, as soon as another mail may be sent.
    const left = await start(key, email)
    const firstLink = await vault.linkTo(email)
    expect(await readProblem(await ask(key))).toMatchObject({ code: 'too-soon' })
    vault.pass(30_000)
    const again = await start(key, email)
    expect(again.matchCode).not.toBe(left.matchCode)
    // The first link approves the login that was left, and only that one.
    const approved = await vault.post('/v1/device/approve', { token: firstLink, digits: left.matchCode })
    expect(approved.status).toBe(200)
    expect(await (await key.call('/v1/email/device', { tx: again.tx })).json()).toEqual({ status: 'pending' })
    // Left after its approval, too.
    vault.pass(30_000)
    const last = await start(key, email)
    await approve(vault, email, last.matchCode as string)
    expect((await claim(key, last.tx)).status).toBe(200)
    // A completed login, and one of a known device, can be followed by another one at once.
    for (let count = 0; count < 3; count++)
      expect(await start(key, email)).toMatchObject({ action: 'VERIFY_OTP' })
    expect(await logIn(vault, key, email)).toHaveProperty('assertion')
  })

  test('error: more than five mails an hour or ten a day for an address', async () => {
    const vault = await createTestVault()
    const burst = async () => {
      for (let count = 0; count < 5; count++) expect((await ask(await vault.newKey())).status).toBe(200)
      return readProblem(await ask(await vault.newKey()))
    }
    expect(await burst()).toEqual({ status: 429, code: 'rate-limited', retryAfter: 3600 })
    expect((await ask(await vault.newKey(), 'bob@example.com')).status).toBe(200)
    vault.pass(60 * minute)
    expect(await burst()).toMatchObject({ code: 'rate-limited' })
    vault.pass(60 * minute)
    expect(await readProblem(await ask(await vault.newKey()))).toEqual({
      status: 429,
      code: 'rate-limited',
      retryAfter: 22 * 3600,
    })
  })

  test('behavior: using up the limit of an address does not lock out a known device', async () => {
    const vault = await createTestVault()
    const known = await vault.newKey()
    await logIn(vault, known, email)
    for (let count = 0; count < 6; count++) await ask(await vault.newKey())
    expect(await readProblem(await ask(await vault.newKey()))).toMatchObject({ code: 'rate-limited' })
    for (let count = 0; count < 20; count++)
      expect(await logIn(vault, known, email)).toHaveProperty('assertion')
  })

  test('error: more than twenty mails an hour from one network', async () => {
    const vault = await createTestVault({ env: { TRUSTED_PROXIES: '1' } })
    const from = async (ip: string, index: number) => {
      const key = await vault.newKey()
      const body = { email: `user${index}@example.com`, ...page }
      const headers = { dpop: await key.proof('/v1/email/start'), 'x-forwarded-for': ip }
      return vault.post('/v1/email/start', body, headers)
    }
    for (let index = 0; index < 20; index++)
      expect((await from(`2001:db8:1:2::${index}`, index)).status).toBe(200)
    expect(await readProblem(await from('2001:db8:1:2:ffff::1', 20))).toMatchObject({ code: 'rate-limited' })
    for (let index = 20; index < 25; index++) expect((await from('203.0.113.7', index)).status).toBe(200)
  })

  test('behavior: another mail invalidates the first link', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const { tx, matchCode: digits } = await start(key, email)
    const first = await vault.linkTo(email)
    vault.pass(30_000)
    expect((await key.call('/v1/email/resend', { tx })).status).toBe(200)
    const second = await vault.linkTo(email)
    expect(await readProblem(await vault.post('/v1/device/approve', { token: first, digits }))).toMatchObject(
      {
        code: 'link-invalid',
      },
    )
    expect((await vault.post('/v1/device/approve', { token: second, digits })).status).toBe(200)
  })

  test('behavior: no link is valid for longer than its login can be claimed', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const { tx, matchCode: digits } = await start(key, email)
    for (let mail = 0; mail < 2; mail++) {
      vault.pass(9 * minute)
      expect((await key.call('/v1/email/resend', { tx })).status).toBe(200)
    }
    const token = await vault.linkTo(email)
    vault.pass(7 * minute)
    expect(await readProblem(await vault.post('/v1/device/approve', { token, digits }))).toMatchObject({
      code: 'link-invalid',
    })
  })

  test('error: used, expired and unknown links', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const { matchCode: digits } = await start(key, email)
    const token = await vault.linkTo(email)
    // Mail scanners open links with GET, which approves nothing.
    expect((await vault.app.request(`/v1/device/approve?token=${token}`)).status).toBe(405)
    expect((await vault.post('/v1/device/approve', { token, digits })).status).toBe(200)
    for (const [path, body] of [
      ['/v1/device/approve', { token, digits }],
      ['/v1/device/inspect', { token }],
    ] as const)
      expect(await readProblem(await vault.post(path, body))).toEqual({
        status: 410,
        code: 'link-invalid',
      })
    await start(await vault.newKey(), email)
    const late = await vault.linkTo(email)
    vault.pass(10 * minute)
    for (const token of [late, 'A'.repeat(43)])
      expect(await readProblem(await vault.post('/v1/device/approve', { token, digits }))).toMatchObject({
        code: 'link-invalid',
      })
  })

  test('error: invalid addresses and origins', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    for (const address of ['ada', 'ada@localhost', 'a\r\nb@example.com'])
      expect(await readProblem(await ask(key, address))).toEqual({ status: 400, code: 'email-invalid' })
    for (const origin of ['https://shop.example/path', 'javascript:alert(1)', 'null'])
      expect(
        await readProblem(await key.call('/v1/email/start', { email, projectId: 'shop', origin })),
      ).toMatchObject({ code: 'invalid-request' })
  })

  test('error: missing, used and old proofs, and proofs for another URL or without a nonce', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const path = '/v1/email/start'
    const body = { email, ...page }
    expect(await readProblem(await vault.post(path, body))).toEqual({ status: 401, code: 'dpop-missing' })
    const first = await key.call(path, body, { nonce: undefined })
    expect(first.headers.get('dpop-nonce')).toBe(vault.services.dpop.nonce())
    expect(await readProblem(first)).toEqual({ status: 401, code: 'use-dpop-nonce' })
    for (const claims of [
      { htu: `${vaultUrl}/v1/email/resend` },
      { htu: `http://other.test${path}` },
      { htm: 'GET' },
      { iat: Math.floor(vault.now() / 1000) - 61 },
      { iat: Math.floor(vault.now() / 1000) + 61 },
    ])
      expect(await readProblem(await key.call(path, body, claims))).toEqual({
        status: 401,
        code: 'dpop-invalid',
      })
    const dpop = await key.proof(path)
    expect((await vault.post(path, body, { dpop })).status).toBe(200)
    expect(await readProblem(await vault.post(path, body, { dpop }))).toMatchObject({ code: 'dpop-invalid' })
    expect(vault.services.dpop.nonce()).toBe(first.headers.get('dpop-nonce'))
  })
})

await describeVaults('email, concurrent requests', (open) => {
  test('behavior: concurrent first logins create one user', async () => {
    const vault = await open()
    const keys = await Promise.all(Array.from({ length: 4 }, () => vault.newKey()))
    const ready: (() => Promise<Response>)[] = []
    for (const key of keys) {
      const tx = await startApproved(vault, key, email)
      ready.push(() => claim(key, tx))
    }
    const answers = await Promise.all(ready.map((go) => go()))
    const users = await Promise.all(answers.map(async (answer) => (await answer.json()).userId))
    expect(new Set(users).size).toBe(1)
    expect(users[0]).toMatch(/^usr_/)
    expect(await vault.services.audit.verify()).toEqual({ rows: 8 })
  })

  test('behavior: concurrent requests cannot exceed the limit', async () => {
    const vault = await open()
    const answers = await Promise.all(Array.from({ length: 20 }, async () => ask(await vault.newKey())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    await vault.services.mailQueue.idle()
    expect(vault.mails).toHaveLength(5)
  })

  test('behavior: of concurrent approvals of a link, one succeeds', async () => {
    const vault = await open()
    const { matchCode: digits } = await start(await vault.newKey(), email)
    const token = await vault.linkTo(email)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => vault.post('/v1/device/approve', { token, digits })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await vault.mailTo(email)
    expect(vault.mails).toHaveLength(1)
  })
})
