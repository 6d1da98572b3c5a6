import * as z from 'zod/mini'
import { loginMethod } from '../social/loginMethod.ts'

/*
 * `/wallet/v1/logins`: the logins that open a wallet at the gateway. The vault has its own list (`/v1/logins`), which also
 * names the addresses. `DELETE /wallet/v1/logins/:method` removes one and signs out the other devices that used it. It needs a
 * session that was opened with the gateway's own proof in the last ten minutes, and answers 204, also if the login is removed
 * already. The last login cannot be removed (`last-login`), nor can an e-mail address (`email-required`).
 *
 * To add a login, log in with it under the vault's assertion for the existing user (`/v1/social/attach`, or `attach` of
 * `/v1/email/claim`), within ten minutes after this key logged in with a login that the user already has.
 */

/** `GET /wallet/v1/logins`. `since` is ISO 8601. */
export const walletLoginsResponse = z.object({
  data: z.array(z.object({ method: loginMethod, since: z.string() })),
})
export type WalletLoginsResponse = z.infer<typeof walletLoginsResponse>
