import { createPublicKey } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { makeSubject } from '../makeSubject.ts'
import { OAuthError } from '../OAuthError.ts'
import type { Provider } from '../Provider.ts'

/**
 * Apple, OpenID Connect: returns the result by POST, tells the name at the first login only, writes `email_verified` as
 * text, and takes a signed JWT as the client's secret.
 */
export const apple: Provider = {
  id: 'apple',
  name: 'Apple',
  clientAuthentication: ['client_secret_post'],
  responseModes: ['query', 'form_post'],
  scopes: ['openid', 'name', 'email'],
  verifySecret,
  openId: {
    keysPath: '/auth/keys',
    claims: ({ person, scopes }) => ({
      sub: `001337.${makeSubject({ parts: ['apple', person.id], digits: 32 })}.0042`,
      nonce_supported: true,
      ...(scopes.includes('email') && {
        email: person.email,
        email_verified: String(person.isEmailVerified),
      }),
    }),
  },
  refuseRequest: (query) =>
    /\b(name|email)\b/.test(query.get('scope') ?? '') && query.get('response_mode') !== 'form_post'
      ? 'response_mode must be form_post when name or email scope is requested.'
      : undefined,
  cancelError: 'user_cancelled_authorize',
  firstLoginFields: ({ person, scopes }) => ({
    user: JSON.stringify({
      ...(scopes.includes('name') && {
        name: { firstName: person.givenName, lastName: person.familyName },
      }),
      ...(scopes.includes('email') && { email: person.email }),
    }),
  }),
  resources: {},
}

/** Longest life of a secret. Apple allows half a year; five minutes prove that it is made anew for each call. */
const secretLifeSeconds = 300

async function verifySecret({
  client,
  secret,
  issuer,
  now,
}: Parameters<NonNullable<Provider['verifySecret']>>[0]): Promise<void> {
  if (client.provider !== 'apple') throw new TypeError(`${client.provider} is not a client of Apple.`)
  try {
    const { payload, protectedHeader } = await jwtVerify(secret, createPublicKey(client.publicKey), {
      algorithms: ['ES256'],
      issuer: client.teamId,
      subject: client.id,
      audience: issuer,
      maxTokenAge: secretLifeSeconds,
      requiredClaims: ['exp'],
      currentDate: new Date(now()),
    })
    const { exp = 0, iat = 0 } = payload
    if (protectedHeader.kid !== client.keyId)
      throw new OAuthError('invalid_client', `The kid of the client secret is not ${client.keyId}.`)
    if (exp - iat > secretLifeSeconds)
      throw new OAuthError('invalid_client', 'The client secret is valid for more than five minutes.')
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    throw new OAuthError('invalid_client', `The client secret is not valid: ${error.message}.`)
  }
}
