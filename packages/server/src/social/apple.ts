import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { OAuthProvider } from './OAuthProvider.ts'
import { readIdToken } from './readIdToken.ts'

const secretSeconds = 300

const user = z.object({
  name: z.object({
    firstName: z.optional(z.string().check(z.maxLength(150))),
    lastName: z.optional(z.string().check(z.maxLength(150))),
  }),
})

/**
 * Apple: OpenID Connect with a signed secret for each call. The name is not in the ID token: Apple sends it beside the code, at the
 * first login only, so that the page could change it.
 */
export const apple: OAuthProvider = {
  authenticate: ({ id, secret, teamId = '', keyId = '', issuer }) => {
    return async (_server, _client, body) => {
      const jwt = new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(teamId)
        .setSubject(id)
        .setAudience(issuer)
        .setIssuedAt()
        .setExpirationTime(`${secretSeconds} seconds`)
      body.set('client_id', id)
      body.set('client_secret', await jwt.sign(await importPKCS8(secret, 'ES256')))
    }
  },
  readAccount: async ({ tokens, params }) => ({ ...readIdToken(tokens), name: readName(params.user) }),
}

function readName(text: string | undefined): string | undefined {
  try {
    const { firstName, lastName } = z.parse(user, JSON.parse(text ?? '')).name
    return [firstName, lastName].filter(Boolean).join(' ') || undefined
  } catch {
    // A login is valid without a name.
    return undefined
  }
}
