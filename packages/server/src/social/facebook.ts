import { createHmac } from 'node:crypto'
import { ClientSecretPost } from 'openid-client'
import * as z from 'zod/mini'
import type { OAuthProvider } from './OAuthProvider.ts'
import { readJson } from './readJson.ts'

const account = z.object({
  // It differs between clients.
  id: z.string().check(z.regex(/^\d{1,30}$/)),
  name: z.optional(z.string().check(z.maxLength(300))),
})

/**
 * Facebook: OAuth 2, with a proof of the client's secret in each call, so that a stolen token is worthless without it. The address
 * is not read: Facebook does not say whether it is verified.
 */
export const facebook: OAuthProvider = {
  authenticate: ({ secret }) => ClientSecretPost(secret),
  async readAccount({ tokens: { access_token: token }, config, client: { secret }, userUrl }) {
    if (!userUrl) throw new Error('no URL of accounts')
    const url = new URL(userUrl)
    url.searchParams.set('fields', 'id,name')
    url.searchParams.set('appsecret_proof', createHmac('sha256', secret).update(token).digest('hex'))
    const { id, name } = await readJson({ config, token, url, schema: account })
    return { subject: id, name }
  },
}
