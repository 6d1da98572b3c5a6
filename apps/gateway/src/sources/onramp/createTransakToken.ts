import * as z from 'zod/mini'
import type { OnrampClient } from './createOnrampClient.ts'

const answer = z.object({
  data: z.object({
    accessToken: z.string().check(z.minLength(16), z.maxLength(4096)),
    expiresAt: z.number(),
  }),
})
/** Milliseconds before its end at which a token is replaced. */
const renewMs = 10 * 60_000
const maxIssued = 2

/**
 * Creates the source of Transak's access token. A new token ends the one before, so it is asked for only when the one before is about
 * to expire; webhooks that were sent meanwhile are signed with that one.
 *
 * @see https://docs.transak.com/guides/how-to-create-partner-access-token
 */
export function createTransakToken({
  call,
  key,
  secret,
  now,
}: {
  call: OnrampClient
  key: string
  secret: string
  now: () => number
}): {
  get(deadline: number): Promise<string>
  /** Returns the tokens that may have signed a webhook, the newest first. */
  issued(): readonly string[]
} {
  let issued: { token: string; expiresAt: number }[] = []
  let asking: Promise<string> | undefined

  async function ask(deadline: number): Promise<string> {
    const { data } = await call({
      method: 'POST',
      path: '/partners/api/v2/refresh-token',
      headers: { 'api-secret': secret },
      body: { apiKey: key },
      schema: answer,
      deadline,
    })
    issued = [{ token: data.accessToken, expiresAt: data.expiresAt * 1000 }, ...issued].slice(0, maxIssued)
    return data.accessToken
  }

  return {
    get(deadline) {
      const [newest] = issued
      if (newest && newest.expiresAt - renewMs > now()) return Promise.resolve(newest.token)
      asking ??= ask(deadline).finally(() => {
        asking = undefined
      })
      return asking
    },
    issued: () => issued.map(({ token }) => token),
  }
}
