import { createProofKey } from '@portico/server/testing'
import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createFakeVault, newUserId } from '../../testing/createFakeVault.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createWalletClient, newWallet, walletOrigin } from '../../testing/createWalletClient.ts'

const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:1'] }

async function setup({ env = {} }: { env?: Record<string, string> } = {}) {
  const vault = await createFakeVault()
  let clock = 1_800_000_000_000
  const now = () => clock
  const gateway = await createTestApp({ rpcUrls, env, now, fetchVault: vault.fetch })
  const device = (more: Partial<Parameters<typeof createWalletClient>[0]> = {}) =>
    createWalletClient({ app: gateway.app, vault, now, ...more })
  return {
    ...gateway,
    vault,
    now,
    device,
    wait: (ms: number) => {
      clock += ms
    },
  }
}

const codeOf = async (response: Response): Promise<string> =>
  response.status < 400 ? String(response.status) : (await response.json()).code

const minute = 60_000

describe('access tokens and proofs', () => {
  test('error: a stolen token without its key, with another key, and without a proof', async () => {
    const { device } = await setup()
    const owner = await device()
    await owner.login()
    const thief = await device()
    thief.tokens = owner.tokens
    expect(await codeOf(await thief.call('GET', '/wallet/v1/wallet'))).toBe('dpop-invalid')
    expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet', { headers: { dpop: undefined } }))).toBe(
      'dpop-missing',
    )
    const bearer = `Bearer ${owner.tokens?.accessToken}`
    expect(
      await codeOf(await owner.call('GET', '/wallet/v1/wallet', { headers: { authorization: bearer } })),
    ).toBe('session-missing')
  })

  test('error: a proof that is used again, for another path, method, token, or with an old nonce', async () => {
    const { device, now, wait } = await setup()
    const owner = await device()
    await owner.login()
    const wallet = await owner.makeWallet()
    const share = `/wallet/v1/wallets/${wallet.walletId}/slots/${wallet.slots[0]?.slotId}/share`
    const accessToken = owner.tokens?.accessToken
    const url = (path: string) => `http://localhost:4401${path}`
    const proof = await owner.key.prove({
      method: 'GET',
      url: url('/wallet/v1/wallet'),
      now: now(),
      accessToken,
    })
    const headers = { dpop: proof }
    expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet', { headers }))).toBe('200')
    expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet', { headers }))).toBe('dpop-invalid')
    const wrong = [
      { method: 'POST', url: url('/wallet/v1/wallet') },
      { method: 'GET', url: url('/wallet/v1/sessions') },
      { method: 'GET', url: 'http://evil.example/wallet/v1/wallet' },
    ]
    for (const other of wrong) {
      const dpop = await owner.key.prove({ ...other, now: now(), accessToken })
      expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet', { headers: { dpop } }))).toBe(
        'dpop-invalid',
      )
    }
    const withoutToken = await owner.key.prove({ method: 'GET', url: url('/wallet/v1/wallet'), now: now() })
    expect(
      await codeOf(await owner.call('GET', '/wallet/v1/wallet', { headers: { dpop: withoutToken } })),
    ).toBe('dpop-invalid')
    const nonce = (await owner.call('GET', '/wallet/v1/wallet')).headers.get('dpop-nonce') ?? ''
    const prove = async (nonce?: string) => ({
      dpop: await owner.key.prove({ method: 'POST', url: url(share), now: now(), accessToken, nonce }),
    })
    expect(await codeOf(await owner.call('POST', share, { headers: await prove() }))).toBe('use-dpop-nonce')
    expect(await codeOf(await owner.call('POST', share, { headers: await prove(nonce) }))).toBe('200')
    wait(5 * minute)
    const old = await owner.call('POST', share, { headers: await prove(nonce) })
    expect(await codeOf(old)).toBe('use-dpop-nonce')
    expect(old.headers.get('dpop-nonce')).not.toBe(nonce)
  })

  test('error: a token with alg none, HS256 by the public key, a key id like a path, or of another kind', async () => {
    const { device, app, now } = await setup()
    const owner = await device()
    await owner.login()
    const claims = decodeJwt(owner.tokens?.accessToken ?? '')
    const [jwk] = (await (await app.request('/wallet/v1/jwks')).json()).keys
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const stranger = await generateKeyPair('ES256')
    const signed = (
      header: Record<string, unknown>,
      key: Parameters<SignJWT['sign']>[0] = stranger.privateKey,
    ) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: jwk.kid, ...header })
        .sign(key)
    const vault = await createFakeVault()
    const forged = [
      `${encode({ alg: 'none', typ: 'at+jwt', kid: jwk.kid })}.${encode(claims)}.`,
      await signed({ alg: 'HS256' }, Buffer.from(JSON.stringify(jwk))),
      await signed({}),
      await signed({ kid: '../../dev/null' }),
      await signed({ kid: undefined }),
      await signed({ jwk: { ...jwk } }),
      await signed({ jku: 'http://evil.example/jwks' }),
      await vault.assert({ userId: owner.userId, jkt: owner.key.jkt, now: now() }),
      'a.b.c',
    ]
    for (const accessToken of forged) {
      if (owner.tokens) owner.tokens.accessToken = accessToken
      expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet'))).toBe('session-invalid')
    }
  })

  test('error: a token ± 61 seconds beyond its time; at 60 it passes', async () => {
    const { device, wait } = await setup()
    const owner = await device()
    await owner.login()
    const ask = async () => codeOf(await owner.call('GET', '/wallet/v1/sessions'))
    wait(-60_000)
    expect(await ask()).toBe('200')
    wait(-1000)
    const early = await owner.call('GET', '/wallet/v1/sessions')
    expect((await early.json()).detail).toContain('JWT Token is not yet valid')
    wait(61_000 + 300_000 + 59_000)
    expect(await ask()).toBe('200')
    wait(2000)
    expect(await ask()).toBe('session-expired')
  })
})

describe('refresh tokens', () => {
  test('behavior: each is good once; the same again within ten seconds has the same answer', async () => {
    const { device, wait } = await setup()
    const owner = await device()
    const { refreshToken } = await owner.login()
    const refresh = (refreshToken: string, headers = {}) =>
      owner.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken }, headers })
    const next = (await (await refresh(refreshToken)).json()).refreshToken
    expect(next).not.toBe(refreshToken)
    wait(9000)
    expect((await (await refresh(refreshToken)).json()).refreshToken).toBe(next)
    expect((await (await refresh(next)).json()).refreshToken).not.toBe(next)
  })

  test('behavior: the very same request again, proof and all, has the same answer', async () => {
    const { device, now } = await setup()
    const owner = await device()
    const { refreshToken } = await owner.login()
    owner.tokens = undefined
    const url = 'http://localhost:4401/wallet/v1/sessions/refresh'
    const headers = { dpop: await owner.key.prove({ method: 'POST', url, now: now() }) }
    const send = async () =>
      (
        await (
          await owner.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken }, headers })
        ).json()
      ).refreshToken
    expect(await send()).toBe(await send())
  })

  test('error: a used one after that ends the session, also for whoever holds the next one', async () => {
    const { device, wait, services } = await setup()
    const owner = await device()
    const { refreshToken } = await owner.login()
    const refresh = (refreshToken: string) =>
      owner.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })
    const next = (await (await refresh(refreshToken)).json()).refreshToken
    wait(11_000)
    expect(await codeOf(await refresh(refreshToken))).toBe('refresh-reused')
    expect(await codeOf(await refresh(next))).toBe('session-expired')
    expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet'))).toBe('session-revoked')
    const rows = await services.database.selectFrom('audit').select('event').execute()
    expect(rows.map(({ event }) => event)).toContain('refresh-reused')
  })

  test('error: with another key it is nothing, and the owner keeps the session', async () => {
    const { device } = await setup()
    const owner = await device()
    const { refreshToken } = await owner.login()
    const thief = await createProofKey()
    const path = '/wallet/v1/sessions/refresh'
    expect(await codeOf(await owner.call('POST', path, { body: { refreshToken }, key: thief }))).toBe(
      'refresh-invalid',
    )
    expect(await codeOf(await owner.call('POST', path, { body: { refreshToken } }))).toBe('200')
    // Used by its owner, it comes from somebody else: who has both copied it.
    expect(await codeOf(await owner.call('POST', path, { body: { refreshToken }, key: thief }))).toBe(
      'refresh-reused',
    )
    expect(await codeOf(await owner.call('POST', path, { body: { refreshToken: 'x' } }))).toBe(
      'refresh-invalid',
    )
  })

  test('behavior: twenty at once get one successor', async () => {
    const { device } = await setup()
    const owner = await device()
    const { refreshToken } = await owner.login()
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () =>
        (await owner.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })).json(),
      ),
    )
    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1)
  })

  test('error: idle for 30 days, or 90 days old', async () => {
    const { device, wait } = await setup()
    const day = 24 * 60 * minute
    const idle = await device()
    await idle.login()
    const busy = await device()
    await busy.login()
    const refresh = async (client: typeof busy) => {
      const { refreshToken } = client.tokens ?? { refreshToken: '' }
      const response = await client.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })
      if (response.status === 200) client.tokens = await response.clone().json()
      return codeOf(response)
    }
    for (let days = 0; days < 75; days += 25) {
      wait(25 * day)
      expect(await refresh(busy)).toBe('200')
    }
    expect(await refresh(idle)).toMatch(/session-expired|refresh-invalid/)
    wait(15 * day)
    expect(await refresh(busy)).toMatch(/session-expired|refresh-invalid/)
  })
})

describe('the vault’s word', () => {
  test('error: used again, by another key, of another vault, for another project or page, late, long or unlike', async () => {
    const { device, vault, now, wait } = await setup()
    const owner = await device()
    const login = async (assertion: string, key = owner.key) =>
      codeOf(await owner.call('POST', '/wallet/v1/sessions', { body: { assertion }, key }))
    const { userId, key } = owner
    const assert = (claims = {}, header = {}) =>
      vault.assert({ userId, jkt: key.jkt, now: now(), claims, header })
    const seconds = Math.floor(now() / 1000)
    const good = await assert()
    expect(await login(good, await createProofKey())).toBe('assertion-invalid')
    expect(await login(good)).toBe('200')
    expect(await login(good)).toBe('assertion-used')
    const foreign = await createFakeVault()
    expect(await login(await foreign.assert({ userId, jkt: key.jkt, now: now() }))).toBe('assertion-invalid')
    expect(await login(await assert({ projectId: 'none' }))).toBe('invalid-key')
    expect(await login(await assert({ origin: 'https://evil.example' }))).toBe('origin-not-allowed')
    expect(await login(await assert({ iss: 'http://evil.example' }))).toBe('assertion-invalid')
    expect(await login(await assert({ aud: 'portico-wallet' }))).toBe('assertion-invalid')
    expect(await login(await assert({ sub: 'x' }))).toBe('assertion-invalid')
    expect(await login(await assert({ jti: undefined }))).toBe('assertion-invalid')
    expect(await login(await assert({ exp: seconds + 3600 }))).toBe('assertion-invalid')
    expect(await login(await assert({ iat: seconds + 61, exp: seconds + 100 }))).toBe('jwt-not-yet-valid')
    expect(await login(await assert({}, { typ: 'auto-receipt+jwt' }))).toBe('assertion-invalid')
    expect(await login(await assert({}, { kid: 'x' }))).toBe('assertion-invalid')
    const late = await assert()
    wait(60_000 + 61_000)
    expect(await login(late)).toBe('assertion-expired')
  })

  test('behavior: of twenty logins at once with one assertion one passes', async () => {
    const { device, vault, now } = await setup()
    const owner = await device()
    const assertion = await vault.assert({ userId: owner.userId, jkt: owner.key.jkt, now: now() })
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () =>
        codeOf(await owner.call('POST', '/wallet/v1/sessions', { body: { assertion } })),
      ),
    )
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['200', 'assertion-used']))
  })

  test('behavior: its keys are kept, a new one is found at once, and made up ones do not make us ask', async () => {
    const { device, vault, now, wait } = await setup()
    const owner = await device()
    await owner.login()
    await owner.login()
    expect(vault.asked).toBe(1)
    wait(11_000)
    await vault.changeKey()
    await owner.login()
    expect(vault.asked).toBe(2)
    for (let attempt = 0; attempt < 20; attempt++) {
      const assertion = await vault.assert({
        userId: owner.userId,
        jkt: owner.key.jkt,
        now: now(),
        header: { kid: `made-up-${attempt}` },
      })
      await owner.call('POST', '/wallet/v1/sessions', { body: { assertion } })
    }
    expect(vault.asked).toBe(2)
    vault.isAway = true
    wait(10 * minute)
    // Those that are known stay good.
    await owner.login()
    expect(vault.asked).toBe(3)
  })

  test('error: a vault that was never there', async () => {
    const { device, vault, now } = await setup()
    vault.isAway = true
    const owner = await device()
    const assertion = await vault.assert({ userId: owner.userId, jkt: owner.key.jkt, now: now() })
    const response = await owner.call('POST', '/wallet/v1/sessions', { body: { assertion } })
    expect([response.status, await codeOf(response)]).toEqual([503, 'vault-unavailable'])
  })
})

describe('what belongs to others', () => {
  test('error: every route with another user’s wallet, slot and session', async () => {
    const { device } = await setup()
    const [owner, other] = [await device(), await device()]
    const { sessionId } = await owner.login()
    const wallet = await owner.makeWallet()
    await other.login()
    const own = await other.makeWallet()
    const at = `/wallet/v1/wallets/${wallet.walletId}`
    const slot = wallet.slots[0]?.slotId
    const mine = own.slots[0]?.slotId
    const { address } = wallet
    const lease = { chainId: 'eip155:31337', address, requestId: 'a' }
    const proofs = wallet.slots.map(({ slotId }) => ({ slotId, mac: wallet.check }))
    const matrix: [string, string, unknown?][] = [
      ['DELETE', at],
      ['POST', `${at}/confirm`, { proofs, receipt: 'x' }],
      ['POST', `${at}/slots`, { ...newWallet().slots[0], epoch: 1 }],
      ['DELETE', `${at}/slots/${slot}`],
      ['POST', `${at}/slots/${slot}/share`, {}],
      ['POST', `${at}/slots/${wallet.slots[1]?.slotId}/share`, {}],
      ['POST', `/wallet/v1/wallets/${own.walletId}/slots/${slot}/share`, {}],
      ['POST', `${at}/slots/${mine}/share`, {}],
      ['DELETE', `/wallet/v1/wallets/${own.walletId}/slots/${slot}`],
      ['DELETE', `/wallet/v1/sessions/${sessionId}`],
      ['POST', '/wallet/v1/nonces', lease],
      ['POST', '/wallet/v1/wallets', wallet],
    ]
    for (const [method, path, body] of matrix) {
      const response = await other.call(method, path, body === undefined ? {} : { body })
      expect([method, path, await codeOf(response)]).toEqual([
        method,
        path,
        expect.stringMatching(/^(no-wallet|not-found|wallet-exists)$/),
      ])
    }
    const read = await (await other.call('GET', '/wallet/v1/wallet')).json()
    expect(read.walletId).toBe(own.walletId)
    const sessions = (await (await other.call('GET', '/wallet/v1/sessions')).json()).data
    expect(sessions).toHaveLength(1)
    // Nothing of it had an effect.
    expect((await (await owner.call('GET', '/wallet/v1/wallet')).json()).slots).toHaveLength(2)
    expect(await codeOf(await owner.call('POST', `${at}/slots/${slot}/share`, { body: {} }))).toBe('200')
  })

  test('error: the share of another device of the same user, and of the recovery long after the login', async () => {
    const { device, wait } = await setup()
    const owner = await device()
    await owner.login()
    const wallet = await owner.makeWallet()
    const second = await device({ userId: owner.userId })
    await second.login()
    const at = (index: number) =>
      `/wallet/v1/wallets/${wallet.walletId}/slots/${wallet.slots[index]?.slotId}/share`
    expect(await codeOf(await second.call('POST', at(0), { body: {} }))).toBe('slot-not-yours')
    expect(await codeOf(await second.call('POST', at(1), { body: {} }))).toBe('200')
    wait(9 * minute)
    const { refreshToken } = second.tokens ?? { refreshToken: '' }
    second.tokens = await (
      await second.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })
    ).json()
    expect(await codeOf(await second.call('POST', at(1), { body: {} }))).toBe('200')
    wait(1 * minute)
    expect(await codeOf(await second.call('POST', at(1), { body: {} }))).toBe('login-too-old')
  })

  test('error: a row that was swapped with another user’s does not open', async () => {
    const { device, services } = await setup()
    const [one, other] = [await device(), await device()]
    await one.login()
    await other.login()
    const [a, b] = [await one.makeWallet(), await other.makeWallet()]
    const { database } = services
    const rowOf = (walletId: string) =>
      database
        .selectFrom('wallet_slots')
        .selectAll()
        .where('wallet_id', '=', walletId)
        .where('kind', '=', 'device')
        .executeTakeFirstOrThrow()
    const [rowA, rowB] = [await rowOf(a.walletId), await rowOf(b.walletId)]
    await database
      .updateTable('wallet_slots')
      .set({ share: rowB.share })
      .where('wallet_id', '=', a.walletId)
      .where('slot_id', '=', rowA.slot_id)
      .execute()
    const share = `/wallet/v1/wallets/${a.walletId}/slots/${rowA.slot_id}/share`
    expect(await codeOf(await one.call('POST', share, { body: {} }))).toBe('internal')
  })
})

describe('CORS, content types and sizes', () => {
  const paths: [string, string][] = [
    ['POST', '/wallet/v1/sessions'],
    ['POST', '/wallet/v1/sessions/refresh'],
    ['GET', '/wallet/v1/sessions'],
    ['GET', '/wallet/v1/wallet'],
    ['POST', '/wallet/v1/wallets'],
    ['POST', '/wallet/v1/wallets/w/slots/s/share'],
    ['DELETE', '/wallet/v1/sessions/current'],
    ['POST', '/wallet/v1/nonces'],
  ]
  const origins = [
    'https://evil.example',
    'http://localhost:4400',
    'http://wallet.localhost:4400',
    'https://wallet.localhost:4402',
    'http://wallet.localhost',
    'http://wallet.localhost:4402.evil.example',
    'http://evil.wallet.localhost:4402',
    'null',
    'file://',
    'http://WALLET.localhost:4402',
  ]
  const types = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
  ]

  test(`behavior: of ${paths.length * (origins.length + 1) * types.length} ways to ask, the wallet’s own page alone is answered, as JSON`, async () => {
    const { app, device } = await setup()
    const owner = await device()
    await owner.login()
    let combinations = 0
    for (const [method, path] of paths)
      for (const origin of [...origins, walletOrigin])
        for (const type of types) {
          combinations += 1
          const response = await app.request(`http://localhost:4401${path}`, {
            method,
            headers: { origin, ...(type ? { 'content-type': type } : {}) },
            ...(method === 'POST' ? { body: '{}' } : {}),
          })
          const code = await codeOf(response)
          const cors = response.headers.get('access-control-allow-origin')
          expect(response.headers.get('access-control-allow-credentials')).toBeNull()
          expect(response.headers.get('vary')).toContain('Origin')
          if (origin !== walletOrigin)
            expect([origin, code, cors]).toEqual([origin, 'origin-not-allowed', null])
          else {
            expect(cors).toBe(walletOrigin)
            if (method === 'POST' && type !== 'application/json')
              expect([type, code]).toEqual([type, 'json-expected'])
            else expect(code).toMatch(/missing|invalid-request/)
          }
        }
    expect(combinations).toBeGreaterThanOrEqual(200)
    for (const origin of origins) {
      const preflight = await app.request('/wallet/v1/sessions', { method: 'OPTIONS', headers: { origin } })
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    }
    const own = await app.request('/wallet/v1/sessions', {
      method: 'OPTIONS',
      headers: { origin: walletOrigin },
    })
    expect(own.headers.get('access-control-allow-origin')).toBe(walletOrigin)
  })

  test.each([
    { 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'cross-site', origin: undefined },
  ])('error: a browser that came by %o', async (headers) => {
    const { device } = await setup()
    const owner = await device()
    await owner.login()
    expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet', { headers }))).toBe('origin-not-allowed')
  })

  test('behavior: the wallet’s page may ask the ordinary routes for a project of others', async () => {
    const projects = { shop: { name: 'Shop', allowedOrigins: ['https://shop.example'] } }
    const { app } = await setup({ env: { PROJECTS: JSON.stringify(projects) } })
    const statusOf = async (path: string, init: RequestInit) => (await app.request(path, init)).status
    const ask = (origin: string) => statusOf('/v1/supported-chains?projectId=shop', { headers: { origin } })
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    const rpc = (origin: string) =>
      statusOf('/v1?chainId=eip155:31337&projectId=shop', { method: 'POST', headers: { origin }, body })
    expect([
      await ask('https://shop.example'),
      await ask(walletOrigin),
      await ask('https://evil.example'),
    ]).toEqual([200, 200, 401])
    expect(await rpc(walletOrigin)).not.toBe(401)
    expect(await rpc('https://evil.example')).toBe(401)
  })

  test('error: bodies of more than 100 KiB, and fields nobody knows', async () => {
    const { device } = await setup()
    const owner = await device()
    await owner.login()
    const wallet = newWallet()
    const large = { ...wallet, vault: 'A'.repeat(101 * 1024) }
    expect(await codeOf(await owner.call('POST', '/wallet/v1/wallets', { body: large }))).toBe(
      'body-too-large',
    )
    const more = { ...wallet, more: 1 }
    expect(await codeOf(await owner.call('POST', '/wallet/v1/wallets', { body: more }))).toBe(
      'invalid-request',
    )
    const two = { ...wallet, slots: wallet.slots.map((slot) => ({ ...slot, kind: 'auto' })) }
    expect(await codeOf(await owner.call('POST', '/wallet/v1/wallets', { body: two }))).toBe(
      'invalid-request',
    )
  })

  test('behavior: where it is not configured every route says so', async () => {
    const { app } = await setup({ env: { WALLET_ORIGIN: 'off' } })
    for (const [method, path] of [
      ...paths,
      ['GET', '/wallet/v1/allowlist'],
      ['GET', '/wallet/v1/jwks'],
    ] as const) {
      const response = await app.request(path, { method })
      expect([response.status, await codeOf(response)]).toEqual([404, 'embedded-off'])
    }
  })
})

describe('making a wallet', () => {
  test('error: unproven, with proofs that differ, with a receipt for something else', async () => {
    const { device, vault, now } = await setup()
    const owner = await device()
    await owner.login()
    const wallet = await owner.makeWallet('pending')
    const { walletId, slots, check: mac } = wallet
    const [deviceSlot, autoSlot] = slots.map(({ slotId }) => slotId) as [string, string]
    const good = { userId: owner.userId, walletId, slotId: autoSlot, jkt: owner.key.jkt, now: now() }
    const confirm = async (proofs: unknown[], receipt: string) =>
      codeOf(
        await owner.call('POST', `/wallet/v1/wallets/${walletId}/confirm`, { body: { proofs, receipt } }),
      )
    const both = [
      { slotId: deviceSlot, mac },
      { slotId: autoSlot, mac },
    ]
    const receipt = await vault.receipt(good)
    const other = newWallet().check
    expect(
      await confirm(
        [
          { slotId: deviceSlot, mac },
          { slotId: deviceSlot, mac },
        ],
        receipt,
      ),
    ).toBe('proof-mismatch')
    expect(
      await confirm(
        [
          { slotId: deviceSlot, mac },
          { slotId: autoSlot, mac: other },
        ],
        receipt,
      ),
    ).toBe('proof-mismatch')
    expect(await confirm([...both, { slotId: 'slt_other_one', mac }], receipt)).toBe('proof-mismatch')
    const wrong = [
      await vault.receipt({ ...good, userId: newUserId() }),
      await vault.receipt({ ...good, walletId: 'wlt_another' }),
      await vault.receipt({ ...good, slotId: deviceSlot }),
      await vault.receipt({ ...good, jkt: (await createProofKey()).jkt }),
      await vault.receipt({ ...good, typ: 'identity+jwt' }),
      await (await createFakeVault()).receipt(good),
      'x',
    ]
    for (const receipt of wrong) expect(await confirm(both, receipt)).toBe('receipt-invalid')
    expect((await (await owner.call('GET', '/wallet/v1/wallet')).json()).status).toBe('pending')
    const slot = { ...newWallet().slots[0], epoch: 1 }
    expect(
      await codeOf(await owner.call('POST', `/wallet/v1/wallets/${walletId}/slots`, { body: slot })),
    ).toBe('no-wallet')
    expect(await confirm(both, receipt)).toBe('200')
    // Not heard, asked again.
    expect(await confirm(both, receipt)).toBe('200')
    expect(await codeOf(await owner.call('DELETE', `/wallet/v1/wallets/${walletId}`))).toBe('no-wallet')
    expect(await codeOf(await owner.call('DELETE', `/wallet/v1/wallets/${walletId}/slots/${autoSlot}`))).toBe(
      'slot-last',
    )
    expect(
      await codeOf(await owner.call('DELETE', `/wallet/v1/wallets/${walletId}/slots/${deviceSlot}`)),
    ).toBe('204')
  })

  test('behavior: of two tabs at once one wins, the same again has the same answer, a pending one may be dropped', async () => {
    const { device, wait } = await setup()
    const owner = await device()
    await owner.login()
    const wallets = Array.from({ length: 8 }, newWallet)
    const answers = await Promise.all(
      wallets.map(async (body) => codeOf(await owner.call('POST', '/wallet/v1/wallets', { body }))),
    )
    expect(answers.filter((code) => code === '200')).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(['200', 'wallet-exists']))
    const winner = wallets[answers.indexOf('200')]
    const again = await (await owner.call('POST', '/wallet/v1/wallets', { body: winner })).json()
    const read = await (await owner.call('GET', '/wallet/v1/wallet')).json()
    expect([again.walletId, again.confirmNonce]).toEqual([winner?.walletId, read.confirmNonce])
    expect(read.slots).toHaveLength(2)
    expect(await codeOf(await owner.call('DELETE', `/wallet/v1/wallets/${winner?.walletId}`))).toBe('204')
    expect(await codeOf(await owner.call('POST', '/wallet/v1/wallets', { body: newWallet() }))).toBe('200')
    wait(24 * 60 * minute + 1)
    await owner.login()
    expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet'))).toBe('no-wallet')
  })
})
