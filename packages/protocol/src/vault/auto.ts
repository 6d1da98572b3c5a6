import * as z from 'zod/mini'
import { base64url, compactJwe, keyThumbprint, secretHandle, userId, walletPartId } from './primitives.ts'

/** `POST /v1/auto/store`: stores the recovery secret of a slot. Idempotent. */
export const autoStoreRequest = z.strictObject({ grant: secretHandle, sealed: compactJwe })
export type AutoStoreRequest = z.infer<typeof autoStoreRequest>

/** The plaintext of `sealed` when storing. `secret` is 32 bytes. */
export const sealedAuto = z.strictObject({
  secret: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  walletId: walletPartId,
  slotId: walletPartId,
  jkt: keyThumbprint,
})
export type SealedAuto = z.infer<typeof sealedAuto>

/** `receipt` is a JWS of `autoReceipt`. */
export const autoStoreResponse = z.object({ receipt: z.string() })
export type AutoStoreResponse = z.infer<typeof autoStoreResponse>

/** The claims of the receipt (`typ: "auto-receipt+jwt"`, ES256). `digest` is the SHA-256 of the secret. */
export const autoReceipt = z.object({
  iss: z.string(),
  aud: z.literal('portico-gateway'),
  sub: userId,
  walletId: walletPartId,
  slotId: walletPartId,
  digest: base64url,
  jkt: keyThumbprint,
  iat: z.number(),
})
export type AutoReceipt = z.infer<typeof autoReceipt>

/** `POST /v1/auto/release` */
export const autoReleaseRequest = z.strictObject({
  grant: secretHandle,
  walletId: walletPartId,
  slotId: walletPartId,
})
export type AutoReleaseRequest = z.infer<typeof autoReleaseRequest>

/** `sealed` is a JWE of `releasedAuto`, encrypted to the `releaseKey` sent with the claim. */
export const autoReleaseResponse = z.object({ sealed: compactJwe })
export type AutoReleaseResponse = z.infer<typeof autoReleaseResponse>

/** The plaintext of `sealed` when releasing. */
export const releasedAuto = z.object({
  secret: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  walletId: walletPartId,
  slotId: walletPartId,
})
export type ReleasedAuto = z.infer<typeof releasedAuto>
