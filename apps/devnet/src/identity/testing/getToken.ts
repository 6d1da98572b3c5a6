import { expect } from 'vitest'
import type { ProviderId } from '../IdentityClient.ts'
import { basic } from './basic.ts'
import { logIn } from './logIn.ts'
import { authorizeUrl, createVerifier, requestToken } from './requests.ts'
import { signAppleSecret } from './signAppleSecret.ts'

/** Logs in and returns the access token. */
export async function getToken({
  base,
  provider,
  button = 'ada',
  scope,
}: {
  base: string
  provider: ProviderId
  button?: string
  scope?: string
}): Promise<{ token: string; body: Record<string, unknown> }> {
  const verifier = createVerifier()
  const url = authorizeUrl({ base, provider, verifier, ...(scope !== undefined && { scope }) })
  const { params } = await logIn({ url, button })
  const { body } = await requestToken({
    base,
    provider,
    code: params.get('code') ?? '',
    code_verifier: verifier,
    ...(provider === 'x' && { headers: basic('x'), client_secret: undefined }),
    ...(provider === 'apple' && { client_secret: await signAppleSecret({ audience: `${base}/apple` }) }),
  })
  expect(body.access_token).toEqual(expect.any(String))
  return { token: String(body.access_token), body }
}
