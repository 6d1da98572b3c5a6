import { ClientSecretPost } from 'openid-client'
import * as z from 'zod/mini'
import { normalizeEmail } from '../mail/normalizeEmail.ts'
import type { OAuthProvider } from './OAuthProvider.ts'
import { readJson } from './readJson.ts'

const account = z.object({
  id: z.string().check(z.regex(/^\d{1,30}$/)),
  username: z.string().check(z.minLength(1), z.maxLength(100)),
  global_name: z.nullish(z.string().check(z.maxLength(300))),
  email: z.nullish(z.string()),
  verified: z.optional(z.boolean()),
})

/** Discord: OAuth 2, returns with `iss`. */
export const discord: OAuthProvider = {
  authenticate: ({ secret }) => ClientSecretPost(secret),
  sendsIssuer: true,
  async readAccount({ tokens: { access_token: token }, config, userUrl: url }) {
    if (!url) throw new Error('no URL of accounts')
    const read = await readJson({ config, token, url, schema: account })
    const { id, username, global_name: name, email, verified } = read
    return {
      subject: id,
      email: email && verified ? normalizeEmail(email) : undefined,
      name: name ?? undefined,
      handle: username,
    }
  },
}
