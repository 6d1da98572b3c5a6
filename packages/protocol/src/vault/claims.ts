import * as z from 'zod/mini'
import { emailVerifyResponse } from './email.ts'
import { challengeId, compactJwe, keyThumbprint, publicKey, secretHandle } from './primitives.ts'

/*
 * Logins for which the gateway mails the code (`codeBy: 'gateway'`). The vault verifies the link, the gateway the code, and
 * neither releases anything without the statement of the other. `POST /v1/email/link` takes `challengeRequest`, mails a link
 * to a key that the vault knows and the gateway does not, and answers as `/v1/email/start` does.
 */

const statement = z.string().check(z.minLength(1), z.maxLength(4096))

/**
 * `POST /v1/email/claim`: completes the login once the link was approved. Without a link, for a key that both servers know,
 * it needs the gateway's statement `introduced`.
 */
export const emailClaimRequest = z.strictObject({ sealed: compactJwe, introduced: z.optional(statement) })
export type EmailClaimRequest = z.infer<typeof emailClaimRequest>

/** The plaintext of `sealed`: the challenge, and the key to encrypt the released secret to. */
export const sealedClaim = z.strictObject({ tx: challengeId, jkt: keyThumbprint, releaseKey: publicKey })
export type SealedClaim = z.infer<typeof sealedClaim>

/** `grant` gives access to nothing until it is activated, unless the request contained `introduced`. */
export const emailClaimResponse = emailVerifyResponse
export type EmailClaimResponse = z.infer<typeof emailClaimResponse>

/**
 * `POST /v1/grants/activate`: makes a grant valid for ten minutes, with the gateway's statement that this key was used by the
 * person with this address (`introduced+jwt`, see `introducedStatement`).
 */
export const grantActivateRequest = z.strictObject({ grant: secretHandle, introduced: statement })
export type GrantActivateRequest = z.infer<typeof grantActivateRequest>
