import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startMailbox } from '@portico/devnet/mailbox'
import { socialAddressFields, socialNonceFields } from '@portico/protocol/social'
import { hashFields, loadKeyRing } from '@portico/server'
import { createProofKey, tempFolder } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createIntroductionGateway } from '../../../testing/createIntroductionGateway.ts'
import { createTestProvider } from '../../../testing/createTestProvider.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'
import { loadWalletKeys } from '../secrets/loadWalletKeys.ts'

/** The environment of a gateway in production, with secret files. */
async function productionEnv(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const folder = tempFolder()
  const files = { WALLET_KEK_FILE: join(folder, 'kek.json'), WALLET_KEYS_FILE: join(folder, 'keys.json') }
  await loadKeyRing({ file: files.WALLET_KEK_FILE, create: true })
  await loadWalletKeys({ file: files.WALLET_KEYS_FILE, create: true })
  return {
    NODE_ENV: 'production',
    PUBLIC_URLS: 'http://localhost:4401',
    WALLET_ORIGIN: 'https://wallet.example',
    VAULT_URL: 'http://localhost:4403',
    ...files,
    ...more,
  }
}

describe('/wallet/v1/introductions', () => {
  test('behavior: a login with the vault’s assertion and a mailed code; the next one with a code only', async () => {
    const { visitor, mails } = await createIntroductionGateway()
    const ada = await visitor({ email: "o'hara+tag@example.com" })
    expect(await ada.start()).toMatchObject({ known: false, format: 'short' })
    await ada.mail()
    const [mail] = await mails(ada.email)
    expect(mail).toMatchObject({ to: ada.email, subject: 'Your code for localhost:4400' })
    expect(mail?.text).toContain('in the wallet on http://localhost:4400')
    const code = await ada.code()
    expect(mail?.subject).not.toContain(code)
    expect(mail?.html).toContain(`>${code}<`)
    const session = await (await ada.enter(code)).json()
    expect(session).toMatchObject({ userId: ada.userId, introduced: expect.any(String) })
    ada.client.tokens = session
    await ada.client.makeWallet()
    const [{ current }] = (await (await ada.client.call('GET', '/wallet/v1/sessions')).json()).data
    expect(current).toBe(true)

    ada.client.tokens = undefined
    expect(await ada.start()).toMatchObject({ known: true, format: 'digits' })
    expect((await (await ada.enter(await ada.code())).json()).userId).toBe(ada.userId)
  })

  test('error: a proof needs a nonce of the gateway; another key, a wrong code and a used introduction are refused', async () => {
    const { visitor, seal, app } = await createIntroductionGateway()
    const ada = await visitor({ email: 'ada@example.com' })
    const dpop = await ada.client.key.prove({
      method: 'POST',
      url: 'http://localhost:4401/wallet/v1/introductions',
      now: ada.now(),
    })
    const bare = await app.request('http://localhost:4401/wallet/v1/introductions', {
      method: 'POST',
      headers: { dpop, 'content-type': 'application/json' },
      body: JSON.stringify({ way: 'email', sealed: await seal({}) }),
    })
    expect(await codeOf(bare)).toBe('use-dpop-nonce')
    await ada.start()
    await ada.mail()
    const stranger = await createProofKey()
    const path = `/wallet/v1/introductions/${ada.id}`
    const code = await ada.code()
    const sealed = await seal({ code, jkt: ada.client.key.jkt, id: ada.id })
    const asStranger = (step: string, body: object) =>
      ada.client.call('POST', `${path}/${step}`, { body, key: stranger })
    expect(await codeOf(await asStranger('code', { sealed }))).toBe('sealed-invalid')
    expect(await codeOf(await asStranger('resend', {}))).toBe('introduction-expired')
    const wrong = await ada.enter('0')
    expect(await wrong.json()).toMatchObject({ code: 'code-wrong', triesLeft: 2 })
    const soon = await ada.client.call('POST', `${path}/resend`, { body: {} })
    expect(soon.headers.get('retry-after')).toBe('30')
    expect(await soon.json()).toMatchObject({ code: 'too-soon', retryAfter: 30 })
    expect(await codeOf(await ada.enter(code))).toBe('200')
    expect(await codeOf(await ada.enter(code))).toBe('introduction-expired')
  })

  test('behavior: the mail with a long code writes it in groups', async () => {
    const { visitor, services, now, mails } = await createIntroductionGateway()
    await services.database
      .insertInto('code_failures')
      .values({ hour: Math.floor(now() / 3_600_000), failures: 501 })
      .execute()
    const ada = await visitor({ email: 'ada@example.com' })
    expect(await ada.start()).toMatchObject({ format: 'long' })
    await ada.mail()
    const [mail] = await mails(ada.email)
    expect(mail?.text).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/m)
    expect(await codeOf(await ada.enter(await ada.code()))).toBe('200')
  })

  test('param: LIMIT_INTRODUCTIONS limits the codes mailed for an address in a day', async () => {
    const { visitor, wait } = await createIntroductionGateway({ env: { LIMIT_INTRODUCTIONS: '2' } })
    const codes: string[] = []
    for (let count = 0; count < 3; count++) {
      const ada = await visitor({ email: 'ada@example.com' })
      await ada.start()
      codes.push(await codeOf(await ada.mail()))
    }
    expect(codes).toEqual(['200', '200', 'rate-limited'])
    wait(24 * 3_600_000)
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.start()
    expect(await codeOf(await ada.mail())).toBe('200')
  })

  test('behavior: mails the code through a real mail server, once', async () => {
    const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
    onTestFinished(() => mailbox.stop())
    const env = { GATEWAY_SMTP_URL: mailbox.smtpUrl, GATEWAY_MAIL_FROM: 'Shop <login@shop.example>' }
    const { visitor, services, logged } = await createIntroductionGateway({ env, mailer: undefined })
    const ada = await visitor({ email: "o'hara+tag@example.com" })
    await ada.start()
    await ada.mail()
    await vi.waitFor(() => expect(mailbox.messages(ada.email)).toHaveLength(1), { timeout: 15_000 })
    const [mail] = mailbox.messages(ada.email)
    expect(mail).toMatchObject({
      subject: 'Your code for localhost:4400',
      from: '"Shop" <login@shop.example>',
    })
    const code = /^[0-9A-HJKMNP-TV-Z]{6}$/m.exec(mail?.text ?? '')?.[0] as string
    expect(await codeOf(await ada.enter(code))).toBe('200')
    await vi.waitFor(
      async () => expect(await services.database.selectFrom('mails').selectAll().execute()).toEqual([]),
      { timeout: 15_000 },
    )
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`hara|${code}`))
  })

  test('behavior: metrics count codes and mails and report an alarm', async () => {
    const { visitor, services, now } = await createIntroductionGateway()
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.start()
    await ada.mail()
    const code = await ada.code()
    await ada.enter('0')
    await ada.enter(code)
    const read = async () => (await services.metrics.render()).text
    const before = await read()
    expect(before).toContain('gateway_introduction_codes_total{outcome="code-wrong"} 1')
    expect(before).toContain('gateway_introduction_codes_total{outcome="accepted"} 1')
    expect(before).toContain('gateway_mails_total{outcome="sent"} 1')
    expect(before).toContain('gateway_wrong_codes{window="24h"} 1')
    expect(before).toContain('gateway_code_alarm 0')
    await services.database
      .updateTable('code_failures')
      .set({ failures: 501 })
      .where('hour', '=', Math.floor(now() / 3_600_000))
      .execute()
    expect(await read()).toContain('gateway_code_alarm 1')
  })
})

describe('ONE_MAIL_PROVIDER', () => {
  const smtp = {
    GATEWAY_SMTP_URL: 'smtps://gateway:secret@Mail.example:465',
    GATEWAY_MAIL_FROM: 'login@shop.example',
  }
  const mailHost = createHash('sha256').update('mail.example').digest('base64url')

  test('error: in production, refuses to start with the mail server of the vault', async () => {
    const env = await productionEnv(smtp)
    await expect(createWalletGateway({ env, mailHost })).rejects.toThrow(
      /GATEWAY_SMTP_URL is the mail server/,
    )
  })

  test.each([
    ['the operator accepts it', { ONE_MAIL_PROVIDER: 'yes' }, mailHost],
    ['the vault uses another one', {}, createHash('sha256').update('other.example').digest('base64url')],
    ['the vault does not publish its own', {}, undefined],
  ])('behavior: starts if %s', async (_, more, mailHost) => {
    const env = await productionEnv({ ...smtp, ...more })
    const { app } = await createWalletGateway({ env, ...(mailHost ? { mailHost } : {}) })
    expect((await (await app.request('/wallet/v1/jwks')).json()).keys).toHaveLength(2)
  })

  test('behavior: starts while the vault cannot be reached, so that the two can start in any order', async () => {
    const env = await productionEnv(smtp)
    const { app } = await createWalletGateway({ env, mailHost, isVaultUnreachable: true })
    expect((await (await app.request('/wallet/v1/jwks')).json()).keys).toHaveLength(2)
  })
})

describe('INTRODUCTIONS', () => {
  test('error: by default the vault’s assertion alone logs in only with an introduced key', async () => {
    const { visitor, device } = await createIntroductionGateway({ env: { INTRODUCTIONS: '' } })
    const ada = await visitor({ email: 'ada@example.com' })
    const bare = async (userId: string, key = ada.client.key) => {
      const client = await device({ userId, key })
      return client.login().then(
        () => '200',
        (error: Error) => {
          const { status, code } = JSON.parse(error.message)
          return `${status} ${code}`
        },
      )
    }
    expect(await bare(ada.userId)).toBe('409 introduction-required')
    await ada.start()
    await ada.mail()
    await ada.enter(await ada.code())
    expect(await bare(ada.userId)).toBe('200')
    expect(await bare(ada.userId, await createProofKey())).toBe('409 introduction-required')
    expect(await bare('usr_aaaaaaaaaaaaaaaaaaaaaa')).toBe('409 introduction-required')
  })

  test('behavior: with optional, the vault’s assertion alone is accepted', async () => {
    const { device } = await createIntroductionGateway({ env: { INTRODUCTIONS: 'optional' } })
    const one = await device()
    expect((await one.login()).userId).toBe(one.userId)
  })
})

describe('/wallet/v1/introductions/social', () => {
  /** Creates a gateway with a provider, and a browser at it. */
  async function setUp(env: Record<string, string> = {}) {
    const provider = await createTestProvider()
    const social = { SOCIAL_ISSUERS: provider.base, SOCIAL_GOOGLE_CLIENT_ID: 'google-client' }
    const gateway = await createIntroductionGateway({ env: { ...social, ...env } })
    const client = await gateway.device()
    const start = async (way: string) =>
      client.call('POST', '/wallet/v1/introductions/social', {
        body: {
          way,
          sealed: await gateway.seal({
            jkt: client.key.jkt,
            origin: 'http://localhost:4400',
            projectId: 'local',
          }),
        },
      })
    return { ...gateway, provider, client, start }
  }

  test('behavior: a login with the vault’s assertion and the provider’s ID token opens a wallet', async () => {
    const { provider, client, start, vault, now, seal } = await setUp()
    const { userId, key } = client
    const { id, challenge } = await (await start('google')).json()
    const tx = `tx_${randomBytes(16).toString('base64url')}`
    const address = hashFields(...socialAddressFields({ tx, provider: 'google', subject: '1001' }))
    const nonce = hashFields(...socialNonceFields({ challenge, tx, jkt: key.jkt }))
    const claims = { method: 'google', tx, address }
    const sealed = await seal({
      id,
      jkt: key.jkt,
      assertion: await vault.assert({ userId, jkt: key.jkt, now: now(), claims }),
      idToken: await provider.sign({ provider: 'google', claims: { sub: '1001', nonce }, now: now() }),
    })
    const prove = () => client.call('POST', `/wallet/v1/introductions/${id}/proof`, { body: { sealed } })
    const session = await (await prove()).json()
    expect(session).toMatchObject({ userId, introduced: expect.any(String) })
    expect(await codeOf(await prove())).toBe('introduction-expired')
    client.tokens = session
    await client.makeWallet()
  })

  test('error: a provider that is not set up is refused', async () => {
    const { start } = await setUp()
    expect(await codeOf(await start('google'))).toBe('200')
    expect(await codeOf(await start('apple'))).toBe('provider-off')
    expect(await codeOf(await start('github'))).toBe('provider-off')
    expect(await codeOf(await start('email'))).toBe('invalid-request')
  })

  test('error: an introduction by e-mail does not start with a social login as its way', async () => {
    const { client, seal } = await setUp()
    const sealed = await seal({ jkt: client.key.jkt, origin: 'http://localhost:4400', projectId: 'local' })
    const body = { way: 'google', sealed }
    expect(await codeOf(await client.call('POST', '/wallet/v1/introductions', { body }))).toBe(
      'invalid-request',
    )
  })
})
