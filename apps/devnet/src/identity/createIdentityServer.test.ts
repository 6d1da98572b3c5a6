import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { decodeJwt } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PortTakenError } from '../errors/PortTakenError.ts'
import { getToken } from './testing/getToken.ts'
import { logIn } from './testing/logIn.ts'
import { readResource } from './testing/readResource.ts'
import { authorizeUrl, clientOf, requestToken } from './testing/requests.ts'
import { setSwitches } from './testing/setSwitches.ts'
import { startServer, walletOrigin } from './testing/startServer.ts'

const ids = ['google', 'apple', 'github', 'discord', 'x', 'facebook'] as const

describe('createIdentityServer', () => {
  test.each(ids)('behavior: the page of %s names whom it imitates, three people and Cancel', async (id) => {
    const base = await startServer()
    const response = await fetch(authorizeUrl({ base, provider: id }))
    expect(response.status).toBe(200)
    const page = await response.text()
    const name = {
      google: 'Google',
      apple: 'Apple',
      github: 'GitHub',
      discord: 'Discord',
      x: 'X',
      facebook: 'Facebook',
    }[id]
    expect(page).toContain(`<title>Log in with ${name}</title>`)
    expect(page).toContain(`This page imitates ${name} on this machine.`)
    for (const person of ['Ada Moreau', 'Ben Keller', 'Cleo Okafor']) expect(page).toContain(person)
    expect(page).toMatch(/<button name="cancel"[^>]*>Cancel</)
  })

  test.each(ids)('behavior: Cancel at %s returns an error with the state', async (id) => {
    const base = await startServer()
    const { url, params } = await logIn({ url: authorizeUrl({ base, provider: id }), button: 'yes' })
    expect(url).toMatch(`${walletOrigin}/social/${id}`)
    expect(params.get('error')).toBe(id === 'apple' ? 'user_cancelled_authorize' : 'access_denied')
    expect(params.get('state')).toBe('the-state')
    expect(params.has('code')).toBe(false)
  })

  test('param: issuerBase', async () => {
    const base = await startServer({ issuerBase: 'https://identity.example' })
    const url = `${base}/google/.well-known/openid-configuration`
    expect(await (await fetch(url)).json()).toMatchObject({
      issuer: 'https://identity.example/google',
      token_endpoint: 'https://identity.example/google/token',
    })
    expect((await fetch(`${base}/github/.well-known/openid-configuration`)).status).toBe(404)
  })

  test('behavior: deny refuses every login without a page', async () => {
    const base = await startServer()
    await setSwitches(base, { google: { deny: true } })
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google' }) })
    expect(params.get('error')).toBe('access_denied')
    const other = await fetch(authorizeUrl({ base, provider: 'discord' }), { redirect: 'manual' })
    expect(other.status).toBe(200)
  })

  test('behavior: slow waits five seconds before each answer of the provider', async () => {
    const waits: number[] = []
    const base = await startServer({ sleep: async (ms) => waits.push(ms) })
    await setSwitches(base, { x: { slow: true } })
    await fetch(authorizeUrl({ base, provider: 'x' }))
    await requestToken({ base, provider: 'x' })
    await fetch(authorizeUrl({ base, provider: 'google' }))
    expect(waits).toEqual([5_000, 5_000])
  })

  test.each(['none', 'same-origin-allow-popups', 'same-origin'])(
    'behavior: the cross-origin opener policy %s',
    async (coop) => {
      const base = await startServer()
      await setSwitches(base, { apple: { coop } })
      const page = await fetch(authorizeUrl({ base, provider: 'apple' }))
      const policy = coop === 'none' ? null : coop
      expect(page.headers.get('cross-origin-opener-policy')).toBe(policy)
      const other = await fetch(authorizeUrl({ base, provider: 'google' }))
      expect(other.headers.get('cross-origin-opener-policy')).toBeNull()
    },
  )

  test('behavior: tokenError answers 500 at the token endpoint', async () => {
    const base = await startServer()
    await setSwitches(base, { google: { tokenError: true } })
    const result = await requestToken({ base, provider: 'google' })
    expect(result).toMatchObject({ status: 500, body: { error: 'server_error' } })
  })

  test('behavior: a PUT replaces all switches, and the page shows them', async () => {
    const base = await startServer()
    const changed = await (await setSwitches(base, { google: { deny: true, coop: 'same-origin' } })).json()
    const off = { deny: false, slow: false, coop: 'none', tokenError: false }
    expect(changed).toMatchObject({ google: { ...off, deny: true, coop: 'same-origin' }, x: off })
    expect(await (await fetch(`${base}/switches`)).json()).toEqual(changed)
    const page = await (await fetch(base)).text()
    expect(page.match(/<fieldset/g)).toHaveLength(8)
    expect(page.match(/name="deny" checked/g)).toHaveLength(1)
    expect(page).toContain('<option selected>same-origin</option>')
    await setSwitches(base, {})
    expect(await (await fetch(`${base}/switches`)).json()).toMatchObject({ google: off })
  })

  test.each(ids)('behavior: the people get other accounts at %s, and their own ones back', async (id) => {
    const base = await startServer()
    const accountOf = async (accounts: string) => {
      await setSwitches(base, { people: { accounts } })
      const { token, body } = await getToken({ base, provider: id })
      if (typeof body.id_token === 'string') return decodeJwt(body.id_token).sub
      const paths: Record<string, string> = { github: 'user', discord: 'api/users/@me', x: '2/users/me' }
      const proof = createHmac('sha256', `${clientOf(id).secret}`)
        .update(token)
        .digest('hex')
      const path = paths[id] ?? `me?appsecret_proof=${proof}`
      const { status, body: account } = await readResource({ url: `${base}/${id}/${path}`, token })
      expect(status).toBe(200)
      return account.data?.id ?? account.id
    }
    const own = await accountOf('')
    expect(own).toBeTruthy()
    const other = await accountOf('2')
    expect(other).not.toEqual(own)
    expect(await accountOf('2')).toEqual(other)
    expect(await accountOf('')).toEqual(own)
  })

  test('error: switches that do not exist, or that a form of another page sends', async () => {
    const base = await startServer()
    const unknown = await setSwitches(base, { google: { broken: true } })
    expect(unknown.status).toBe(400)
    expect((await unknown.json()).error).toContain('broken')
    expect((await setSwitches(base, { yahoo: {} })).status).toBe(400)
    const plain = await fetch(`${base}/switches`, { method: 'PUT', body: '{}' })
    expect(plain.status).toBe(415)
    expect((await fetch(`${base}/switches`, { method: 'POST', body: '{}' })).status).toBe(405)
  })

  test('behavior: every response has a strict policy and allows no other origin', async () => {
    const base = await startServer()
    const urls = [
      `${base}/`,
      `${base}/switches`,
      `${base}/identity.css`,
      `${base}/submit.js`,
      `${base}/switches.js`,
      `${base}/google/.well-known/openid-configuration`,
      `${base}/nothing`,
      authorizeUrl({ base, provider: 'google' }),
      authorizeUrl({ base, provider: 'google', client_id: 'unknown' }),
    ]
    for (const url of urls) {
      const { headers } = await fetch(url, { headers: { origin: 'https://evil.example' } })
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    const page = await fetch(authorizeUrl({ base, provider: 'google' }))
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${walletOrigin};`)
    expect(await page.text()).not.toMatch(/<script(?![^>]*src=)|style=|onclick/)
  })

  test('error: a request with a foreign host name (DNS rebinding)', async () => {
    const base = await startServer()
    const status = await new Promise((resolve, reject) =>
      request(`${base}/switches`, { headers: { host: 'evil.example:4409' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end(),
    )
    expect(status).toBe(421)
  })

  test('error: an oversized body, an unknown path, an unsupported method', async () => {
    const base = await startServer()
    const large = await fetch(`${base}/google/token`, { method: 'POST', body: 'x'.repeat(70_000) })
    expect(large.status).toBe(413)
    for (const path of ['/yahoo/authorize', '/google/nothing', '/github/toString', '/..%2f..%2fpackage.json'])
      expect((await fetch(`${base}${path}`)).status).toBe(404)
    expect((await fetch(`${base}/google/token`)).status).toBe(404)
  })

  test('error: a port in use is reported with its variable', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const started = startServer({ port })
    await expect(started).rejects.toBeInstanceOf(PortTakenError)
    await expect(started).rejects.toThrow('IDENTITY_PORT')
  })
})
