import { createHash, randomBytes } from 'node:crypto'
import { createIdentityServer, localIdentity, logIn, registerLocalClients } from '@portico/devnet/identity'
import { type SocialProvider, socialEndpoints } from '@portico/protocol/social'
import { decodeJwt, importPKCS8, SignJWT } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { refusalOf } from '../../../testing/createTestIntroductions.ts'
import { createIdTokens } from './createIdTokens.ts'

const walletOrigin = 'http://wallet.localhost:4402'

/** Logs in at a local provider as its page and the vault do, and returns the ID token. */
async function fetchIdToken({
  base,
  provider,
  nonce,
}: {
  base: string
  provider: SocialProvider
  nonce: string
}): Promise<string> {
  const { issuer, authorization, token, scope, parameters } = socialEndpoints(provider, base)
  const { id, secret } = localIdentity.clients.find((client) => client.provider === provider) as {
    id: string
    secret: string
  }
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = `${walletOrigin}/social/${provider}`
  const url = new URL(authorization)
  url.search = `${new URLSearchParams({
    ...parameters,
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    scope,
    state: 'state',
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })}`
  const { params } = await logIn({ url })
  const appleSecret = async () =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: localIdentity.appleKeyId })
      .setIssuer(localIdentity.appleTeamId)
      .setSubject(id)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(await importPKCS8(secret, 'ES256'))
  const response = await fetch(token, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: id,
      client_secret: provider === 'apple' ? await appleSecret() : secret,
      code: params.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })
  return ((await response.json()) as { id_token: string }).id_token
}

describe('createIdTokens', () => {
  test.each(['google', 'apple'] as const)(
    'behavior: reads the account of an ID token of the local %s',
    async (provider) => {
      const clients = registerLocalClients({ walletOrigin })
      const { url: base, close } = await createIdentityServer({ port: 0, clients })
      onTestFinished(close)
      const clientIds = new Map(localIdentity.clients.map(({ provider, id }) => [provider, id]))
      const idTokens = createIdTokens({ config: { issuers: base, clientIds }, now: Date.now })
      const nonce = randomBytes(32).toString('base64url')
      const token = await fetchIdToken({ base, provider, nonce })
      expect(await idTokens.readSubject({ provider, token, nonce })).toBe(decodeJwt(token).sub)
      const other = randomBytes(32).toString('base64url')
      expect(await refusalOf(idTokens.readSubject({ provider, token, nonce: other }))).toBe(
        'id-token-invalid',
      )
      const foreign = provider === 'google' ? 'apple' : 'google'
      expect(await refusalOf(idTokens.readSubject({ provider: foreign, token, nonce }))).toBe(
        'id-token-invalid',
      )
    },
  )
})
