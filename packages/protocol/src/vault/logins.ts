import * as z from 'zod/mini'
import { loginMethod } from '../social/loginMethod.ts'
import { secretHandle, userId } from './primitives.ts'

/*
 * `/v1/logins…`: the logins that open a wallet at the vault: an e-mail address and accounts at other providers, one of each. The
 * gateway has its own list (`/wallet/v1/logins`), and a login must be removed from both, from the gateway's first: then it has no
 * login that the vault does not have. All requests have a DPoP proof (RFC 9449) of a device of the user.
 */

/** `POST /v1/logins` */
export const loginsRequest = z.strictObject({ userId })
export type LoginsRequest = z.infer<typeof loginsRequest>

/** `label`: the e-mail address, masked; missing if the provider has stated none. */
export const loginsResponse = z.object({
  data: z.array(z.object({ method: loginMethod, label: z.optional(z.string()) })),
})
export type LoginsResponse = z.infer<typeof loginsResponse>

/**
 * `POST /v1/logins/remove`: answers 204, also if the login is removed already. The last login cannot be removed
 * (`last-login`), nor can an e-mail address (`email-required`): it can be changed, which its owner can undo. `grant`: the
 * grant of a login that the vault has verified itself and the gateway has confirmed, in the last ten minutes.
 */
export const loginRemoveRequest = z.strictObject({ userId, method: loginMethod, grant: secretHandle })
export type LoginRemoveRequest = z.infer<typeof loginRemoveRequest>
