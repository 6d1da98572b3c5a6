import { createProofKey } from '@portico/server/testing'
import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createFakeVault } from '../../../testing/createFakeVault.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const minute = 60_000

describe('access tokens and proofs', () => {
  test('error: refuses a stolen token with another key, without a proof, or as a bearer token', async () => {
    const { device } = await createWalletGateway()
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

  test('error: refuses a proof that is reused, for another path, method or token, or with an old nonce', async () => {
    const { device, now, wait } = await createWalletGateway()
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

  test('error: refuses a token with alg none, HS256 with the public key, a path as key ID, or of another kind', async () => {
    const { device, app, now } = await createWalletGateway()
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

  test('error: accepts a token up to 60 seconds before or after its validity, and refuses it at 61', async () => {
    const { device, wait } = await createWalletGateway()
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
  test('behavior: a token can be used once; a repetition within ten seconds returns the same token', async () => {
    const { device, wait } = await createWalletGateway()
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

  test('behavior: repeating a request with the same proof returns the same token', async () => {
    const { device, now } = await createWalletGateway()
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

  test('error: a later reuse revokes the session, also for the holder of the next token', async () => {
    const { device, wait, services } = await createWalletGateway()
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

  test('error: a token with another key is refused, and the owner keeps the session', async () => {
    const { device } = await createWalletGateway()
    const owner = await device()
    const { refreshToken } = await owner.login()
    const thief = await createProofKey()
    const path = '/wallet/v1/sessions/refresh'
    expect(await codeOf(await owner.call('POST', path, { body: { refreshToken }, key: thief }))).toBe(
      'refresh-invalid',
    )
    expect(await codeOf(await owner.call('POST', path, { body: { refreshToken } }))).toBe('200')
    // Once the owner has used the token, its use with another key means that it was copied.
    expect(await codeOf(await owner.call('POST', path, { body: { refreshToken }, key: thief }))).toBe(
      'refresh-reused',
    )
    expect(await codeOf(await owner.call('POST', path, { body: { refreshToken: 'x' } }))).toBe(
      'refresh-invalid',
    )
  })

  test('behavior: twenty simultaneous requests get the same token', async () => {
    const { device } = await createWalletGateway()
    const owner = await device()
    const { refreshToken } = await owner.login()
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () =>
        (await owner.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })).json(),
      ),
    )
    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1)
  })

  test('error: refuses a session that was idle for 30 days or is 90 days old', async () => {
    const { device, wait } = await createWalletGateway()
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
