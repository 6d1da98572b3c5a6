import { hashAddress } from '@portico/server'
import { importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { logIn, page, start, startCode } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'
import { vaultUrl } from '../../testing/vaultUrl.ts'

const email = 'ada@example.com'
const minute = 60_000

const ask = (key: TestKey, address = email) => key.call('/v1/email/start', { email: address, ...page })
async function guess(key: TestKey, tx: string, code: string): Promise<Response> {
  return key.call('/v1/email/verify', { sealed: await key.sealCode({ tx, code }) })
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function openCode(): Promise<{ vault: TestVault; key: TestKey; tx: string; code: string }> {
  const vault = await createTestVault()
  const key = await vault.newKey()
  const tx = await startCode(vault, key, email)
  return { vault, key, tx, code: await vault.codeTo(email) }
}

describe('email', () => {
  test('behavior: a new device needs link and code, a known one only the code', async () => {
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
    expect(mail.text).not.toMatch(/^\d{6}$/m)
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

    const code = await vault.codeTo(email)
    const { subject } = await vault.mailTo(email)
    expect(subject).toBe('Your sign-in code')
    const verified = await (await guess(key, tx, code)).json()
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
    const second = await (await guess(key, again.tx, await vault.codeTo(email))).json()
    expect(second.userId).toBe(verified.userId)
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
    const sealed = await thief.sealCode({ tx, code: '000000' })
    expect(await readProblem(await thief.call('/v1/email/verify', { sealed }))).toMatchObject({ status: 410 })
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

  test('error: the code is invalid after five wrong guesses', async () => {
    const { key, tx, code } = await openCode()
    for (const triesLeft of [4, 3, 2, 1])
      expect(await readProblem(await guess(key, tx, other(code)))).toEqual({
        status: 403,
        code: 'code-wrong',
        triesLeft,
      })
    expect(await readProblem(await guess(key, tx, other(code)))).toEqual({ status: 403, code: 'code-burnt' })
    expect(await readProblem(await guess(key, tx, code))).toEqual({ status: 403, code: 'code-burnt' })
  })

  test('error: a new code invalidates the old one and adds no guesses', async () => {
    const { vault, key, tx, code } = await openCode()
    for (let count = 0; count < 3; count++) await guess(key, tx, other(code))
    expect(await readProblem(await key.call('/v1/email/resend', { tx }))).toEqual({
      status: 429,
      code: 'too-soon',
      retryAfter: 30,
    })
    vault.pass(30_000)
    expect(await (await key.call('/v1/email/resend', { tx })).json()).toEqual({ resendAfter: 30 })
    const next = await vault.codeTo(email)
    if (next !== code)
      expect(await readProblem(await guess(key, tx, code))).toMatchObject({
        code: 'code-wrong',
        triesLeft: 1,
      })
    expect((await guess(key, tx, next)).status).toBe(200)
    expect(await readProblem(await guess(key, tx, next))).toEqual({
      status: 410,
      code: 'transaction-expired',
    })
  })

  test('error: a code of another key or challenge, and an expired one', async () => {
    const { vault, key, tx, code } = await openCode()
    const thief = await vault.newKey()
    expect(await readProblem(await guess(thief, tx, code))).toMatchObject({ code: 'transaction-expired' })
    const sealed = await thief.sealCode({ tx, code, jkt: key.jkt })
    expect(await readProblem(await thief.call('/v1/email/verify', { sealed }))).toMatchObject({
      code: 'sealed-invalid',
    })
    const stolen = await key.sealCode({ tx, code })
    expect(await readProblem(await thief.call('/v1/email/verify', { sealed: stolen }))).toMatchObject({
      code: 'sealed-invalid',
    })
    const second = await startCode(vault, thief, email)
    expect(await readProblem(await guess(thief, second, code))).toMatchObject({ code: 'code-wrong' })
    vault.pass(10 * minute)
    expect(await readProblem(await guess(key, tx, code))).toMatchObject({ code: 'transaction-expired' })
  })

  test('error: content that is not encrypted to the vault, or does not match the schema', async () => {
    const { key, tx, code } = await openCode()
    for (const value of [{ code, tx, jkt: key.jkt }, { code: 123456 }, 'text', null])
      expect(
        await readProblem(await key.call('/v1/email/verify', { sealed: await key.seal(value) })),
      ).toMatchObject({ code: 'sealed-invalid' })
    const sealed = await key.sealCode({ tx, code })
    const parts = sealed.split('.')
    const flip = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
    for (const index of [0, 2, 3, 4]) {
      const broken = parts.map((part, at) => (at === index ? flip(part) : part)).join('.')
      expect(await readProblem(await key.call('/v1/email/verify', { sealed: broken }))).toMatchObject({
        code: 'sealed-invalid',
      })
    }
    expect((await guess(key, tx, code)).status).toBe(200)
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
    for (let count = 0; count < 5; count++)
      expect(await logIn(vault, known, email)).toHaveProperty('assertion')
    expect(await readProblem(await ask(known))).toMatchObject({ code: 'rate-limited' })
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
  test('behavior: concurrent guesses all count', async () => {
    const vault = await open()
    const key = await vault.newKey()
    const tx = await startCode(vault, key, email)
    const code = await vault.codeTo(email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => readProblem(await guess(key, tx, other(code)))),
    )
    const count = (expected: string) => answers.filter(({ code }) => code === expected).length
    expect([count('code-wrong'), count('code-burnt')]).toEqual([4, 46])
    expect(await readProblem(await guess(key, tx, code))).toMatchObject({ code: 'code-burnt' })
  })

  test('behavior: of concurrent requests with the right code, one succeeds', async () => {
    const vault = await open()
    const key = await vault.newKey()
    const tx = await startCode(vault, key, email)
    const code = await vault.codeTo(email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(key, tx, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('behavior: concurrent first logins create one user', async () => {
    const vault = await open()
    const keys = await Promise.all(Array.from({ length: 4 }, () => vault.newKey()))
    const ready: (() => Promise<Response>)[] = []
    for (const key of keys) {
      const tx = await startCode(vault, key, email)
      const code = await vault.codeTo(email)
      ready.push(() => guess(key, tx, code))
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

  test('behavior: concurrent approvals of a link send one code', async () => {
    const vault = await open()
    const { matchCode: digits } = await start(await vault.newKey(), email)
    const token = await vault.linkTo(email)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => vault.post('/v1/device/approve', { token, digits })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await vault.mailTo(email)
    expect(vault.mails).toHaveLength(2)
  })
})
