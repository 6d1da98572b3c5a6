import * as z from 'zod/mini'
import { languageTag } from '../languageTag.ts'
import {
  challengeId,
  compactJwe,
  emailInput,
  keyThumbprint,
  secretHandle,
  userId,
} from '../vault/primitives.ts'
import { introductionMailResponse, introductionProblem } from './introductions.ts'

/*
 * `/wallet/v1/address-changes/…`: the gateway's half of a change of e-mail address. It verifies both addresses with codes
 * that it mails, states that to the vault, and changes its own record once the vault states that it has changed, too. All
 * requests have an access token and a DPoP proof (RFC 9449) with a nonce of the gateway. What is sealed is a JWE to the `enc`
 * key of `GET /wallet/v1/jwks`; a typed code is a `sealedIntroductionCode` with the ID of the change.
 */

const vaultStatement = z.string().check(z.minLength(1), z.maxLength(4096))

/** `POST /wallet/v1/address-changes`: mails a code to the current address. */
export const addressChangeRequest = z.strictObject({ sealed: compactJwe })
export type AddressChangeRequest = z.infer<typeof addressChangeRequest>

/** The plaintext of `sealed` when starting: the current and the next address, and the challenge `tx` of the vault. */
export const sealedAddressChange = z.strictObject({
  email: emailInput,
  next: emailInput,
  jkt: keyThumbprint,
  tx: challengeId,
  /** The language of the mails with the codes. */
  language: z.optional(languageTag),
})
export type SealedAddressChange = z.infer<typeof sealedAddressChange>

/** `id` has 256 random bits and must not be sent to the vault. The code of the current address has the format `digits`. */
export const addressChangeResponse = z.extend(introductionMailResponse, { id: secretHandle })
export type AddressChangeResponse = z.infer<typeof addressChangeResponse>

/**
 * `POST /wallet/v1/address-changes/:id/old` with the code of the current address, then, after `/next`,
 * `POST /wallet/v1/address-changes/:id/new` with the code of the next one.
 */
export const addressChangeCodeRequest = z.strictObject({ sealed: compactJwe })
export type AddressChangeCodeRequest = z.infer<typeof addressChangeCodeRequest>

/**
 * `POST /wallet/v1/address-changes/:id/next` mails a code to the next address, once the current one has been verified and the
 * vault states that the owner of the next one approved its link.
 */
export const addressChangeNextRequest = z.strictObject({ approved: vaultStatement })
export type AddressChangeNextRequest = z.infer<typeof addressChangeNextRequest>

/** `/resend` mails another code of the same step; `/statement` returns the statement again. */
export const addressChangeStepRequest = z.strictObject({})

/** Both addresses are verified. The gateway's statement for the vault: a JWS of `addressChangeStatement`. */
export const addressChangeStatementResponse = z.object({ statement: z.string() })
export type AddressChangeStatementResponse = z.infer<typeof addressChangeStatementResponse>

/**
 * The claims of the gateway's statement (`typ: "address-change+jwt"`, ES256, valid for 120 seconds): the person with both
 * addresses uses this key. `from` and `address` are hashes: see `hashAddress` in `@portico/server`.
 */
export const addressChangeStatement = z.object({
  iss: z.string(),
  aud: z.literal('portico-vault'),
  sub: userId,
  jkt: keyThumbprint,
  tx: challengeId,
  from: keyThumbprint,
  address: keyThumbprint,
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
})
export type AddressChangeStatement = z.infer<typeof addressChangeStatement>

/** `POST /wallet/v1/address-changes/:id/finish`: the vault's statement that it has changed the address. */
export const addressChangeFinishRequest = z.strictObject({ changed: vaultStatement })
export type AddressChangeFinishRequest = z.infer<typeof addressChangeFinishRequest>

/** A problem of these routes. `until` is the ISO 8601 time from which a device that is held or new may succeed. */
export const addressChangeProblem = z.extend(introductionProblem, { until: z.optional(z.string()) })
export type AddressChangeProblem = z.infer<typeof addressChangeProblem>
