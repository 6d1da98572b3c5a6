import { socialAddressFields } from '@portico/protocol/social'
import { type FarcasterStartResponse, type SocialClaimResponse, signedSiwf } from '@portico/protocol/vault'
import { hashFields } from '@portico/server'
import { startFarcaster } from '@portico/server/testing'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { createFarcasterLogin } from '../../../test/createFarcasterLogin.ts'
import { createSocialLogin, startProviders } from '../../../test/createSocialLogin.ts'
import { createTestVault, walletOrigin } from '../../testing/createTestVault.ts'
import { readProblem } from '../../testing/readProblem.ts'

const [minute, hour] = [60_000, 3_600_000]

async function open(env: Record<string, string> = {}) {
  const farcaster = await startFarcaster()
  const vault = await createTestVault({ env: { FARCASTER_RPC_URLS: farcaster.rpcUrls, ...env } })
  const ada = farcaster.createAccount()
  return { farcaster, vault, ada }
}

async function json<Value>(response: Response): Promise<Value> {
  if (response.status !== 200) expect.fail(await response.text())
  return (await response.json()) as Value
}

/** Logs in with a new key. */
async function logIn(parameters: Parameters<typeof createFarcasterLogin>[0]) {
  const login = await createFarcasterLogin(parameters)
  await json(await login.start())
  return { login, claimed: await json<SocialClaimResponse>(await login.claim()) }
}

describe('logins with Farcaster', () => {
  test('behavior: the first login makes a wallet, the next ones open it', async () => {
    const { vault, ada, farcaster } = await open()
    const { login, claimed } = await logIn({ vault, account: ada })
    expect(claimed).toMatchObject({ hasAuto: false, profile: {}, linkable: false })
    expect(claimed).not.toHaveProperty('idToken')
    const { tx, key } = login
    const subject = String(ada.fid)
    expect(decodeJwt(claimed.assertion)).toMatchObject({
      sub: claimed.userId,
      method: 'farcaster',
      tx,
      jkt: key.jkt,
      address: hashFields(...socialAddressFields({ tx, provider: 'farcaster', subject })),
      deviceSince: 0,
    })
    const again = await logIn({ vault, account: ada, key })
    expect(again.claimed.userId).toBe(claimed.userId)
    const ben = await logIn({ vault, account: farcaster.createAccount() })
    expect(ben.claimed.userId).not.toBe(claimed.userId)
  })

  test('error: logins that are not set up', async () => {
    const vault = await createTestVault()
    const { createAccount } = await startFarcaster()
    const login = await createFarcasterLogin({ vault, account: createAccount() })
    expect(await readProblem(await login.start())).toEqual({ status: 404, code: 'provider-off' })
  })

  test('behavior: a login lasts ten minutes', async () => {
    const { vault, ada } = await open()
    const login = await createFarcasterLogin({ vault, account: ada })
    const { expiresAt } = await json<FarcasterStartResponse>(await login.start())
    expect(Date.parse(expiresAt) - vault.now()).toBe(10 * minute)
    const signed = await login.sign()
    vault.pass(10 * minute)
    expect(await readProblem(await login.claim(signed))).toEqual({ status: 410, code: 'transaction-expired' })
  })

  test('error: of 44 forged, foreign and stale messages, none logs in, and each ends its login', async () => {
    const { vault, ada, farcaster } = await open()
    const mallory = farcaster.createAccount()
    const nobody = farcaster.createAccount({ isRegistered: false })
    const other = await createFarcasterLogin({ vault, account: ada })
    await json(await other.start())
    const iso = (ms: number) => new Date(vault.now() + ms).toISOString()
    type Login = Awaited<ReturnType<typeof createFarcasterLogin>>
    type Fields = NonNullable<Parameters<typeof ada.sign>[0]['changes']>
    const change = (changes: Fields) => (login: Login) => login.sign({ changes })
    const nonce = (fields: { challenge?: string; tx?: string; jkt?: string }) => (login: Login) =>
      login.sign({ nonce: login.nonce(fields) })
    const bySigner = (signer: typeof ada) => (login: Login) =>
      signer.sign({ nonce: login.nonce(), walletOrigin, now: vault.now(), fid: ada.fid })
    const resources = (...list: string[]) => change({ resources: list })
    const altered = (alter: (signature: string) => string) => async (login: Login) => {
      const { message, signature } = await login.sign()
      return { message, signature: alter(signature) }
    }
    const rewritten = (from: RegExp, to: string) => async (login: Login) => {
      const { message, signature } = await login.sign()
      expect(message).toMatch(from)
      return { message: message.replace(from, to), signature }
    }
    const attacks: ((login: Login) => Promise<{ message: string; signature: string }>)[] = [
      // Another login, key or introduction: what a bad gateway, relay or page could have signed.
      nonce({ challenge: other.challenge }),
      nonce({ tx: other.tx }),
      nonce({ jkt: other.key.jkt }),
      nonce({ challenge: '' }),
      nonce({ tx: '' }),
      nonce({ jkt: '' }),
      () => other.sign(),
      (login) => login.sign({ nonce: login.nonce().toUpperCase() }),
      (login) => login.sign({ nonce: login.nonce().slice(0, 8) }),
      (login) => login.sign({ nonce: `${login.nonce()}a` }),
      // Another site, whose login the visitor confirmed.
      (login) => login.sign({ walletOrigin: 'https://evil.example' }),
      change({ domain: 'evil.example' }),
      change({ domain: 'wallet.localhost' }),
      change({ domain: 'wallet.localhost:44020' }),
      change({ uri: 'https://evil.example' }),
      change({ uri: `${walletOrigin}/social` }),
      change({ uri: walletOrigin.replace('http:', 'https:') }),
      change({ scheme: 'https' }),
      // Another network.
      change({ chainId: 'eip155:1' }),
      change({ chainId: 'eip155:31337' }),
      // Times.
      change({ issuedAt: iso(-12 * minute) }),
      change({ issuedAt: iso(5 * minute) }),
      change({ expirationTime: iso(-2 * minute) }),
      change({ notBefore: iso(5 * minute) }),
      // Accounts of others, several, none.
      bySigner(mallory),
      bySigner(nobody),
      (login) => login.sign({ fid: mallory.fid }),
      (login) => login.sign({ fid: 0 }),
      (login) => login.sign({ fid: 9_999_999 }),
      resources(),
      resources('https://evil.example'),
      resources(`farcaster://fid/${ada.fid}`, `farcaster://fid/${mallory.fid}`),
      resources(`farcaster://fid/${ada.fid}`, 'https://evil.example'),
      resources(`farcaster://fid/0${ada.fid}`),
      resources(`farcaster://fid/${ada.fid}/`),
      resources(`farcaster://fid/-${ada.fid}`),
      resources(`FARCASTER://fid/${ada.fid}`),
      change({ address: mallory.address }),
      // Changed after signing.
      rewritten(/fid\/\d+/, `fid/${mallory.fid}`),
      rewritten(new RegExp(ada.address), mallory.address),
      rewritten(/Farcaster Auth/, 'Farcaster auth'),
      altered((signature) => `0x${'00'.repeat(65)}${signature.slice(132)}`),
      altered((signature) => `${signature.slice(0, -2)}05`),
      altered((signature) => `${signature}${'6492'.repeat(16)}`),
    ]
    const outcomes: unknown[] = []
    for (const attack of attacks) {
      const login = await createFarcasterLogin({ vault, account: ada })
      await json(await login.start())
      outcomes.push(await readProblem(await login.claim(await attack(login))))
      // Not even with the right one: a login asks the nodes about one message.
      const later = await readProblem(await login.claim())
      expect(later).toEqual({ status: 410, code: 'transaction-expired' })
    }
    expect(outcomes).toHaveLength(44)
    expect(outcomes).toEqual(attacks.map(() => ({ status: 403, code: 'siwf-invalid' })))
    expect(await vault.services.database.selectFrom('users').selectAll().execute()).toEqual([])
    const metrics = await vault.services.metrics.registry.metrics()
    expect(metrics).toContain('vault_social_logins_total{provider="farcaster",outcome="failed"} 44')
  }, 60_000)

  test('error: what is no signed message is refused by its shape', () => {
    const signature = `0x${'11'.repeat(65)}`
    const message = 'wallet.example wants you to sign in with your Ethereum account:\n0x'
    expect(signedSiwf.safeParse({ message, signature }).success).toBe(true)
    for (const change of [{ message: '' }, { message: '123456' }, { signature: '0x' }, { signature: 'x' }])
      expect(signedSiwf.safeParse({ message, signature, ...change }).success).toBe(false)
  })

  test('error: a message is accepted once, also of two requests at the same time', async () => {
    const { vault, ada } = await open()
    const login = await createFarcasterLogin({ vault, account: ada })
    await json(await login.start())
    const signed = await login.sign()
    const both = await Promise.all([login.claim(signed), login.claim(signed)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await login.claim(signed)).status).toBe(410)
    expect(await vault.services.database.selectFrom('users').selectAll().execute()).toHaveLength(1)
  })

  test('error: only the key that started the login claims it, on its own route', async () => {
    const { vault, ada } = await open()
    const login = await createFarcasterLogin({ vault, account: ada })
    await json(await login.start())
    const signed = await login.sign()
    const thief = await vault.newKey()
    const gone = { status: 410, code: 'transaction-expired' }
    expect(await readProblem(await login.claim(signed, { by: thief }))).toEqual(gone)
    const { tx, key } = login
    const sealed = await key.seal({ tx, jkt: key.jkt, releaseKey: key.releaseKey })
    expect(await readProblem(await key.call('/v1/social/claim', { sealed }))).toEqual(gone)
    expect(await readProblem(await key.call('/v1/social/wait', { tx }))).toEqual(gone)
    expect(await readProblem(await key.call('/v1/social/finish', { tx, params: {} }))).toEqual(gone)
    expect((await login.claim(signed)).status).toBe(200)
  })

  test('error: a login at another provider is not claimed with a message', async () => {
    const providers = await startProviders()
    const farcaster = await startFarcaster()
    const env = { ...providers.env, FARCASTER_RPC_URLS: farcaster.rpcUrls }
    const vault = await createTestVault({ env, now: providers.now })
    const google = await createSocialLogin({ vault })
    await google.start()
    const login = await createFarcasterLogin({ vault, account: farcaster.createAccount(), key: google.key })
    login.tx = google.tx
    expect(await readProblem(await login.claim())).toEqual({ status: 410, code: 'transaction-expired' })
  })

  test('error: while the registries cannot be read, nothing is lost: the same message logs in later', async () => {
    const { vault, ada, farcaster } = await open()
    const login = await createFarcasterLogin({ vault, account: ada })
    await json(await login.start())
    const signed = await login.sign()
    farcaster.setFailing(true)
    const unavailable = { status: 503, code: 'registry-unavailable' }
    expect(await readProblem(await login.claim(signed))).toEqual(unavailable)
    farcaster.setFailing(false)
    expect((await login.claim(signed)).status).toBe(200)
  })

  test('behavior: a new device of an existing wallet waits 72 hours, whatever the operator has set', async () => {
    for (const [holdHours, waited] of [
      ['0', 72],
      ['24', 72],
      ['100', 100],
    ] as const) {
      const { vault, ada } = await open({ HOLD_HOURS: holdHours })
      const first = await logIn({ vault, account: ada })
      expect(decodeJwt(first.claimed.assertion).heldUntil).toBeUndefined()
      const start = vault.now()
      const second = await logIn({ vault, account: ada })
      expect(second.claimed.userId).toBe(first.claimed.userId)
      expect(decodeJwt(second.claimed.assertion).heldUntil).toBe(Math.ceil((start + waited * hour) / 1000))
      vault.pass(waited * hour - minute)
      const { key } = second.login
      const held = await logIn({ vault, account: ada, key })
      expect(decodeJwt(held.claimed.assertion).heldUntil).toBeDefined()
      vault.pass(minute)
      const released = await logIn({ vault, account: ada, key })
      expect(decodeJwt(released.claimed.assertion).heldUntil).toBeUndefined()
    }
  })

  test('behavior: neither account nor message is stored or logged in plain text', async () => {
    const { vault, ada } = await open()
    const login = await createFarcasterLogin({ vault, account: ada })
    await json(await login.start())
    const signed = await login.sign()
    await json(await login.claim(signed))
    const { database } = vault.services
    const tables = ['socials', 'identities', 'users', 'grants'] as const
    const rows = await Promise.all(tables.map((name) => database.selectFrom(name).selectAll().execute()))
    for (const text of [`fid/${ada.fid}`, `"${ada.fid}"`, ada.address, signed.signature.slice(2, 40)])
      expect(`${JSON.stringify(rows)}${vault.logged.join()}`.includes(text), text).toBe(false)
  })
})
