import { ClientSecretPost } from 'openid-client'
import * as z from 'zod/mini'
import { normalizeEmail } from '../mail/normalizeEmail.ts'
import type { OAuthProvider } from './OAuthProvider.ts'
import { readJson } from './readJson.ts'

const account = z.object({
  id: z.int().check(z.positive()),
  login: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.nullish(z.string().check(z.maxLength(300))),
})
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub: OAuth 2. It refuses a code with status 200, which `openid-client` takes for an invalid response. */
export const github: OAuthProvider = {
  authenticate: ({ secret }) => ClientSecretPost(secret),
  async readAccount({ tokens: { access_token: token }, config, userUrl: url }) {
    if (!url) throw new Error('no URL of accounts')
    const { id, login, name } = await readJson({ config, token, url, schema: account })
    const emailsUrl = new URL(`${url.href}/emails`)
    const list = await readJson({ config, token, url: emailsUrl, schema: emails })
    const primary = list.find(({ primary, verified }) => primary && verified)?.email
    return {
      // The login can be renamed, and then taken by somebody else.
      subject: String(id),
      email: primary === undefined ? undefined : normalizeEmail(primary),
      name: name ?? undefined,
      handle: login,
    }
  },
}
