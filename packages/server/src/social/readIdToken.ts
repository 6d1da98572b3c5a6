import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import * as z from 'zod/mini'
import { normalizeEmail } from '../mail/normalizeEmail.ts'
import type { SocialAccount } from './OAuthProvider.ts'

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string()),
  // Apple writes it as text.
  email_verified: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  name: z.optional(z.string().check(z.maxLength(300))),
})

/** Reads the account of an ID token that `openid-client` has verified. */
export function readIdToken(tokens: TokenEndpointResponse & TokenEndpointResponseHelpers): SocialAccount {
  const { sub, email, email_verified: isVerified, name } = z.parse(claims, tokens.claims())
  return {
    subject: sub,
    email: email !== undefined && String(isVerified) === 'true' ? normalizeEmail(email) : undefined,
    name,
    idToken: tokens.id_token,
  }
}
