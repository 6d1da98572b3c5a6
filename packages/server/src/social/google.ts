import { ClientSecretPost } from 'openid-client'
import type { OAuthProvider } from './OAuthProvider.ts'
import { readIdToken } from './readIdToken.ts'

/** Google: OpenID Connect. */
export const google: OAuthProvider = {
  authenticate: ({ secret }) => ClientSecretPost(secret),
  readAccount: async ({ tokens }) => readIdToken(tokens),
}
