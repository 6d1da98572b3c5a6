import { createHmac } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { getToken } from '../testing/getToken.ts'
import { logIn } from '../testing/logIn.ts'
import { readResource } from '../testing/readResource.ts'
import { authorizeUrl, clientOf, createVerifier, requestToken } from '../testing/requests.ts'
import { startServer, walletOrigin } from '../testing/startServer.ts'

describe('providers', () => {
  test('behavior: google refuses webviews', async () => {
    const base = await startServer()
    const open = (agent: string) =>
      fetch(authorizeUrl({ base, provider: 'google' }), { headers: { 'user-agent': agent } })
    const iPhone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
    const android = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36'
    for (const agent of [
      `Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) ${android}`,
      `${iPhone} Mobile/15E148`,
      `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`,
    ]) {
      const response = await open(agent)
      expect(response.status).toBe(403)
      expect(await response.text()).toContain('disallowed_useragent')
    }
    for (const agent of [
      `Mozilla/5.0 (Linux; Android 10; K) ${android}`,
      `${iPhone} Version/18.4 Mobile/15E148 Safari/604.1`,
    ])
      expect((await open(agent)).status).toBe(200)
  })

  test('behavior: google shows the account chooser only with prompt=select_account', async () => {
    const base = await startServer()
    const { cookie } = await logIn({ url: authorizeUrl({ base, provider: 'google' }), button: 'ben' })
    const open = (prompt: string | undefined, sent = cookie) =>
      fetch(authorizeUrl({ base, provider: 'google', prompt }), {
        redirect: 'manual',
        ...(sent && { headers: { cookie: sent } }),
      })
    expect((await open('select_account')).status).toBe(200)
    const skipped = await open(undefined)
    expect(skipped.status).toBe(303)
    expect(new URL(skipped.headers.get('location') ?? '').searchParams.get('code')).toBeTruthy()
    expect((await open(undefined, '')).status).toBe(200)
  })

  test('behavior: apple tells the name at the first login only, and by POST', async () => {
    const base = await startServer()
    const first = await logIn({ url: authorizeUrl({ base, provider: 'apple' }) })
    expect(first.method).toBe('POST')
    expect(JSON.parse(first.params.get('user') ?? '')).toEqual({
      name: { firstName: 'Ada', lastName: 'Moreau' },
      email: 'ada@example.com',
    })
    const second = await logIn({ url: authorizeUrl({ base, provider: 'apple' }) })
    expect(second.params.get('code')).toBeTruthy()
    expect(second.params.has('user')).toBe(false)
    const other = await logIn({ url: authorizeUrl({ base, provider: 'apple' }), button: 'ben' })
    expect(other.params.get('user')).toContain('Ben')
  })

  test('error: apple refuses names and e-mail addresses without form_post', async () => {
    const base = await startServer()
    const url = authorizeUrl({ base, provider: 'apple', response_mode: 'query' })
    const { method, params } = await logIn({ url })
    expect(method).toBe('GET')
    expect(params.get('error')).toBe('invalid_request')
    expect(params.get('error_description')).toContain('form_post')
  })

  test('behavior: apple writes email_verified as text', async () => {
    const base = await startServer()
    const claims = async (button: string) =>
      decodeJwt(String((await getToken({ base, provider: 'apple', button })).body.id_token))
    expect((await claims('ada')).email_verified).toBe('true')
    expect((await claims('cleo')).email_verified).toBe('false')
  })

  test('behavior: github answers errors with status 200', async () => {
    const base = await startServer()
    const wrongCode = await requestToken({ base, provider: 'github', code: 'wrong', code_verifier: 'x' })
    expect(wrongCode).toMatchObject({ status: 200, body: { error: 'bad_verification_code' } })
    const wrongSecret = await requestToken({ base, provider: 'github', client_secret: 'wrong' })
    expect(wrongSecret).toMatchObject({ status: 200, body: { error: 'incorrect_client_credentials' } })
  })

  test('behavior: github has several e-mail addresses, of which one is primary', async () => {
    const base = await startServer()
    const emails = async (button: string) => {
      const { token } = await getToken({ base, provider: 'github', button })
      return (await readResource({ url: `${base}/github/user/emails`, token })).body
    }
    const ofAda = await emails('ada')
    expect(ofAda).toHaveLength(3)
    expect(ofAda[0]).toMatchObject({ primary: false, verified: true })
    expect(ofAda.filter(({ primary }: { primary: boolean }) => primary)).toMatchObject([
      { email: 'ada@example.com', verified: true },
    ])
    const [primary] = (await emails('cleo')).filter(({ primary }: { primary: boolean }) => primary)
    expect(primary).toMatchObject({ email: 'cleo@example.com', verified: false })
    const { token } = await getToken({ base, provider: 'github', scope: 'read:user' })
    expect((await readResource({ url: `${base}/github/user/emails`, token })).status).toBe(404)
  })

  test('behavior: discord names itself in every result', async () => {
    const base = await startServer()
    for (const button of ['ada', 'yes']) {
      const { params } = await logIn({ url: authorizeUrl({ base, provider: 'discord' }), button })
      expect(params.get('iss')).toBe(`${base}/discord`)
    }
  })

  test('behavior: discord asks only once with prompt=none', async () => {
    const base = await startServer()
    const silent = authorizeUrl({ base, provider: 'discord', prompt: 'none' })
    const { cookie } = await logIn({ url: silent })
    const open = (url: URL) => fetch(url, { redirect: 'manual', headers: { cookie: cookie ?? '' } })
    expect((await open(silent)).status).toBe(303)
    expect((await open(authorizeUrl({ base, provider: 'discord' }))).status).toBe(200)
  })

  test('behavior: x tells an e-mail address of few', async () => {
    const base = await startServer()
    const account = async (button: string) => {
      const { token } = await getToken({ base, provider: 'x', button })
      return (await readResource({ url: `${base}/x/2/users/me?user.fields=confirmed_email`, token })).body
        .data
    }
    expect(await account('ada')).toMatchObject({ username: 'ada_moreau', confirmed_email: 'ada@example.com' })
    for (const button of ['ben', 'cleo']) expect(await account(button)).not.toHaveProperty('confirmed_email')
    const { token } = await getToken({ base, provider: 'x', scope: 'users.read' })
    expect((await readResource({ url: `${base}/x/2/users/me`, token })).status).toBe(403)
  })

  test('error: x accepts client authentication by Basic only', async () => {
    const base = await startServer()
    const { status, body } = await requestToken({ base, provider: 'x', code: 'any', code_verifier: 'any' })
    expect(status).toBe(401)
    expect(body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('client_secret_basic'),
    })
  })

  test('behavior: facebook wants a proof of the secret', async () => {
    const base = await startServer()
    const { token } = await getToken({ base, provider: 'facebook' })
    const proof = createHmac('sha256', clientOf('facebook').secret).update(token).digest('hex')
    const ask = (query: string) => readResource({ url: `${base}/facebook/me${query}`, token })
    expect(await ask('')).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('require an appsecret_proof') } },
    })
    expect(await ask(`?appsecret_proof=${proof.replace(/^./, 'x')}`)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('Invalid appsecret_proof') } },
    })
    expect(await ask(`?appsecret_proof=${proof}`)).toMatchObject({ status: 200 })
  })

  test('behavior: facebook appends #_=_ to the redirect', async () => {
    const base = await startServer()
    const { url } = await logIn({ url: authorizeUrl({ base, provider: 'facebook' }) })
    expect(url).toMatch(/&state=the-state#_=_$/)
  })

  test('behavior: facebook gives clients different account numbers, and says of no e-mail that it is verified', async () => {
    const other = {
      provider: 'facebook' as const,
      id: 'other',
      secret: 'other-secret',
      redirectUris: [`${walletOrigin}/social/facebook`],
    }
    const base = await startServer({ clients: [other] })
    const account = async (id: string, secret: string) => {
      const verifier = createVerifier()
      const credentials = { client_id: id, client_secret: secret }
      const url = authorizeUrl({ base, provider: 'facebook', verifier, client_id: id })
      const { params } = await logIn({ url })
      const code = params.get('code') ?? ''
      const request = { base, provider: 'facebook' as const, code, code_verifier: verifier, ...credentials }
      const token = String((await requestToken(request)).body.access_token)
      const proof = createHmac('sha256', secret).update(token).digest('hex')
      return (
        await readResource({ url: `${base}/facebook/me?fields=id,email&appsecret_proof=${proof}`, token })
      ).body
    }
    const first = await account(clientOf('facebook').id, clientOf('facebook').secret)
    expect(first).toEqual({ id: expect.stringMatching(/^\d{17}$/), email: 'ada@example.com' })
    expect(await account(clientOf('facebook').id, clientOf('facebook').secret)).toEqual(first)
    expect((await account(other.id, other.secret)).id).not.toBe(first.id)
  })

  test('behavior: the userinfo of google has the claims of the ID token', async () => {
    const base = await startServer()
    const { token, body } = await getToken({ base, provider: 'google', button: 'cleo' })
    expect((await readResource({ url: `${base}/google/v1/userinfo`, token })).body).toEqual({
      sub: decodeJwt(String(body.id_token)).sub,
      email: 'cleo@example.com',
      email_verified: false,
      name: 'Cleo Okafor',
      given_name: 'Cleo',
      family_name: 'Okafor',
    })
  })

  test('behavior: people have the same subject at each login, and another at each provider', async () => {
    const bases = [await startServer(), await startServer()]
    const subject = async (base: string, provider: 'google' | 'apple', button: string) =>
      decodeJwt(String((await getToken({ base, provider, button })).body.id_token)).sub
    const first = await Promise.all(bases.map((base) => subject(base, 'google', 'ada')))
    expect(first[0]).toBe(first[1])
    expect(await subject(String(bases[0]), 'google', 'ben')).not.toBe(first[0])
    expect(await subject(String(bases[0]), 'apple', 'ada')).not.toBe(first[0])
  })
})
