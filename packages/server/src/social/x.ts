import { ClientSecretBasic } from 'openid-client'
import * as z from 'zod/mini'
import type { OAuthProvider } from './OAuthProvider.ts'
import { readJson } from './readJson.ts'

const account = z.object({
  data: z.object({
    id: z.string().check(z.regex(/^\d{1,30}$/)),
    name: z.optional(z.string().check(z.maxLength(300))),
    username: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
})

/** X: OAuth 2, with the client's secret in the `Authorization` header only, and without e-mail addresses. */
export const x: OAuthProvider = {
  authenticate: ({ secret }) => ClientSecretBasic(secret),
  async readAccount({ tokens: { access_token: token }, config, userUrl: url }) {
    if (!url) throw new Error('no URL of accounts')
    const { id, name, username } = (await readJson({ config, token, url, schema: account })).data
    return { subject: id, name, handle: username }
  },
}
