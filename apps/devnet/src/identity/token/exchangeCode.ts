import { createHash } from 'node:crypto'
import type { Grant } from '../createGrants.ts'
import type { IdentityClient } from '../IdentityClient.ts'
import type { IdentityContext } from '../IdentityContext.ts'
import { OAuthError } from '../OAuthError.ts'

const lifeSeconds = 3_600

/**
 * Exchanges an authorization code for tokens. The code is consumed whatever the result is.
 *
 * @throws {OAuthError}
 */
export async function exchangeCode({
  context: { provider, issuer, grants, signer, now },
  client,
  form,
}: {
  context: IdentityContext
  client: IdentityClient
  form: URLSearchParams
}): Promise<Record<string, unknown>> {
  if (form.get('grant_type') !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code.')
  const grant = grants.takeCode(form.get('code') ?? '')
  if (!grant)
    throw new OAuthError('invalid_grant', 'The code is unknown, was used, or is older than 60 seconds.')
  const problem = findGrantProblem({ grant, client, form })
  if (problem) throw new OAuthError('invalid_grant', problem)
  const iat = Math.floor(now() / 1_000)
  const claims = provider.openId?.claims(grant)
  return {
    access_token: grants.createToken(grant),
    token_type: 'Bearer',
    expires_in: lifeSeconds,
    scope: grant.scopes.join(' '),
    ...(claims && {
      id_token: await signer.sign({
        ...claims,
        iss: issuer,
        aud: client.id,
        iat,
        exp: iat + lifeSeconds,
        ...(grant.nonce !== null && { nonce: grant.nonce }),
      }),
    }),
  }
}

function findGrantProblem({
  grant,
  client,
  form,
}: {
  grant: Grant
  client: IdentityClient
  form: URLSearchParams
}): string | undefined {
  if (grant.client !== client) return 'The code was issued to another client.'
  if (grant.redirectUri !== form.get('redirect_uri'))
    return 'The redirect URI is not that of the authorization request.'
  const verifier = form.get('code_verifier') ?? ''
  const hash = createHash('sha256').update(verifier).digest('base64url')
  return hash === grant.challenge ? undefined : 'The code verifier does not match the code challenge.'
}
