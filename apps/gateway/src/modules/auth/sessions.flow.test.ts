import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importJWK, type JSONWebKeySet, SignJWT } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { startUpstream } from '../../testing/startUpstream.ts'
import { day, gateway, me, messageOf, nonceOf, origin, send, signIn } from './testing/signInRequests.ts'

describe('sessions', () => {
  test('behavior: sign-out revokes one session, and DELETE revokes another session of the same account', async () => {
    const test = await gateway()
    const [first, second, third] = await Promise.all([signIn(test), signIn(test), signIn(test)])
    const list = await me(test, first.token, '/auth/v1/sessions')
    const rows = list.body.data as { id: string }[]
    expect(rows).toHaveLength(3)

    const out = await test.app.request('/auth/v1/sign-out?projectId=local', {
      method: 'POST',
      headers: { authorization: `Bearer ${first.token}` },
    })
    expect(out.status).toBe(204)
    expect(await me(test, first.token)).toMatchObject({ status: 401, body: { code: 'session-revoked' } })

    const other = (await me(test, second.token)).body.id as string
    const end = (id: string, token: string | undefined) =>
      test.app.request(`/auth/v1/sessions/${id}?projectId=local`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await end(other, third.token)).status).toBe(204)
    expect((await me(test, second.token)).body.code).toBe('session-revoked')
    expect((await end(other, third.token)).status).toBe(404)
    expect((await me(test, third.token, '/auth/v1/sessions')).body.data).toHaveLength(1)
  })

  test("error: another account's session can neither be listed nor revoked", async () => {
    const test = await gateway()
    const mine = await signIn(test)
    const id = (await me(test, mine.token)).body.id as string
    const stranger = privateKeyToAccount(generatePrivateKey())
    const { nonce, token } = await nonceOf(test)
    const message = messageOf(nonce, { address: stranger.address })
    const theirs = await send(test, { message, signature: await stranger.signMessage({ message }), token })
    const end = await test.app.request(`/auth/v1/sessions/${id}?projectId=local`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${theirs.token}` },
    })
    expect(end.status).toBe(404)
    expect((await me(test, theirs.token, '/auth/v1/sessions')).body.data).toHaveLength(1)
    expect((await me(test, mine.token)).status).toBe(200)
  })

  test('error: a smart account on one network does not reach the sessions of its address on another one', async () => {
    const wallet = '0x1234567890123456789012345678901234567890'
    const [own, foreign] = ['eip155:31337', 'eip155:31338'] as const
    // What each contract accepts as a signature (ERC-1271), by network.
    const accepted = { [own]: '11'.repeat(70), [foreign]: '22'.repeat(70) }
    const startNetwork = async (network: keyof typeof accepted) => {
      const { url } = await startUpstream({
        chainId: `0x${Number(network.split(':')[1]).toString(16)}`,
        behave({ method, params }) {
          if (method === 'eth_getCode') return { result: '0x60' }
          const isAccepted = JSON.stringify(params).includes(accepted[network])
          return { result: `${isAccepted ? '0x1626ba7e' : '0xffffffff'}${'0'.repeat(56)}` }
        },
      })
      return [url]
    }
    const test = await createTestApp({
      rpcUrls: { [own]: await startNetwork(own), [foreign]: await startNetwork(foreign) },
    })
    const signInOn = async (chainId: keyof typeof accepted, signature = accepted[chainId]) => {
      const { nonce, token } = await nonceOf(test)
      return send(test, {
        message: messageOf(nonce, { chainId, address: wallet }),
        signature: `0x${signature}`,
        token,
      })
    }
    const [victim, attacker] = [await signInOn(own), await signInOn(foreign)]
    expect([victim.status, attacker.status]).toEqual([200, 200])
    expect((await signInOn(own, accepted[foreign])).code).toBe('signature-invalid')
    const { body } = await me(test, victim.token)
    expect(body).toMatchObject({ caipAddress: `${own}:${wallet}` })
    const listed = (await me(test, attacker.token, '/auth/v1/sessions')).body.data as { id: string }[]
    expect(listed.map(({ id }) => id)).not.toContain(body.id)
    const end = await test.app.request(`/auth/v1/sessions/${body.id}?projectId=local`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${attacker.token}` },
    })
    expect(end.status).toBe(404)
    expect((await me(test, victim.token)).status).toBe(200)
  })

  test('error: refuses a missing, forged or expired token, and one of another project', async () => {
    let now = Date.now()
    const test = await gateway({
      now: () => now,
      env: { PROJECTS: JSON.stringify({ shop: { name: 'Shop', allowedOrigins: [origin] } }) },
    })
    const { token } = await signIn(test)
    const codeOf = async (token: string | undefined, path?: string) => (await me(test, token, path)).body.code
    expect(await codeOf(undefined)).toBe('session-missing')
    expect(await codeOf('x.y.z')).toBe('session-invalid')
    expect(await codeOf(token, '/auth/v1/me?projectId=shop')).toBe('session-invalid')
    expect(await codeOf(token)).toBeUndefined()
    now += 7 * day + 6000
    expect(await codeOf(token)).toBe('session-expired')
  })

  test('error: refuses a token with a valid signature but without a session', async () => {
    const test = await gateway()
    const file = JSON.parse(readFileSync(join(test.services.config.dataDir, 'keys.json'), 'utf8'))
    const jwks = (await (await test.get('/.well-known/jwks.json')).json()) as JSONWebKeySet
    const forged = await new SignJWT({ jti: 'none' })
      .setProtectedHeader({ alg: 'EdDSA', kid: jwks.keys[0]?.kid as string, typ: 'JWT' })
      .setAudience('local')
      .setIssuedAt()
      .setNotBefore(0)
      .setExpirationTime('1h')
      .sign(await importJWK(file.session[0], 'EdDSA'))
    expect((await me(test, forged)).body.code).toBe('session-invalid')
  })
})
