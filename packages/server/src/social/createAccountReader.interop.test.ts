import { createHash, randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { socialEndpoints } from '@portico/protocol/social'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccountReader } from './createAccountReader.ts'

// The unmodified reference provider, at the addresses of the imitated Google.

const client = { id: 'portico', secret: randomBytes(32).toString('hex') }
const redirectUri = 'https://wallet.example/social/google'
const random = () => randomBytes(32).toString('base64url')

let base: string
let close: () => void

beforeAll(async () => {
  let listener: RequestListener | undefined
  const server = createServer((request, response) => listener?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(`${base}/google`, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    routes: {
      authorization: '/google/authorize',
      token: '/google/token',
      jwks: '/google/oauth2/v3/certs',
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile'],
    // As Google does, which puts the claims of the scopes into the ID token.
    conformIdTokenClaims: false,
    cookies: { keys: ['key of this test'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true, name: 'Ada Moreau' }),
    }),
  })
  listener = provider.callback()
  close = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => close())

/** Logs in as a browser does, with the forms that the provider shows for development. Returns what it sends back. */
async function visit({ nonce, verifier }: { nonce: string; verifier: string }) {
  const { authorization, scope } = socialEndpoints('google', base)
  const start = new URL(authorization)
  start.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    scope,
    state: 'state',
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const cookies = new Map<string, string>()
  let next: { url: URL; body?: URLSearchParams } = { url: start }
  for (let step = 0; step < 12; step++) {
    const { url, body } = next
    if (url.href.startsWith(redirectUri)) return Object.fromEntries(url.searchParams)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { method: 'POST', body } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location) next = { url: new URL(location, url) }
    else {
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
      const prompt = page.includes('name="login"')
        ? { prompt: 'login', login: 'ada', password: 'x' }
        : { prompt: 'consent' }
      next = { url: new URL(action, url), body: new URLSearchParams(prompt) }
    }
  }
  throw new Error('the provider did not come back')
}

function createReader() {
  const clients = { google: client }
  return createAccountReader({ clients, issuers: base, redirectUri: () => redirectUri, now: Date.now })
}

describe('createAccountReader with oidc-provider', () => {
  test('behavior: reads the account of a login, once', async () => {
    const [nonce, verifier] = [random(), random()]
    const { code, iss } = await visit({ nonce, verifier })
    const login = { provider: 'google', params: { code, iss }, verifier, nonce } as const
    expect(await createReader().read(login)).toMatchObject({
      subject: 'ada',
      email: 'ada@example.com',
      name: 'Ada Moreau',
      idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
    await expect(createReader().read(login)).rejects.toThrow()
  })

  test('error: another verifier, another nonce, another issuer', async () => {
    for (const change of [{ verifier: random() }, { nonce: random() }, { iss: 'https://evil.example' }]) {
      const [nonce, verifier] = [random(), random()]
      const { code, iss } = await visit({ nonce, verifier })
      const { iss: stated = iss, ...changed } = { iss: undefined, ...change }
      const params = { code, iss: stated }
      const read = createReader().read({ provider: 'google', params, verifier, nonce, ...changed })
      await expect(read).rejects.toThrow()
    }
  })
})
