import * as z from 'zod/mini'
import { keyThumbprint, userId } from '../vault/primitives.ts'

const name = z.string().check(z.minLength(1), z.maxLength(40))
const notice = {
  iss: z.string(),
  aud: z.literal('portico-vault'),
  sub: userId,
  iat: z.number(),
  exp: z.number(),
  jti: z.string().check(z.minLength(1), z.maxLength(64)),
}

/**
 * The claims of a notice (`typ: "notice+jwt"`, ES256, valid for 120 seconds) that the gateway itself sends to the vault
 * (`POST /v1/notices`), again and again until the vault has taken it; `jti` stays the same.
 *
 * - `code-used`: a recovery code has opened the wallet, in this browser. The vault mails the owner.
 * - `device-ended`: the owner has ended this key at the gateway. The vault deletes it: its next login is that of a new device.
 */
export const gatewayNotice = z.discriminatedUnion('event', [
  z.object({ ...notice, event: z.literal('code-used'), browser: name, system: name }),
  z.object({ ...notice, event: z.literal('device-ended'), jkt: keyThumbprint }),
])
export type GatewayNotice = z.infer<typeof gatewayNotice>

/** What a notice is about, without the claims of every statement. */
export type NoticeContent =
  | { event: 'code-used'; sub: string; browser: string; system: string }
  | { event: 'device-ended'; sub: string; jkt: string }
