import * as z from 'zod/mini'
import { sealedClaim } from './claims.ts'
import { challengeId, compactJwe, pageOrigin, secretHandle } from './primitives.ts'

/*
 * `/v1/farcaster/…`: how the vault verifies an account at Farcaster. The frame asks Farcaster's relay for a signed message itself, so
 * that no server can choose its nonce (`siwfNonceFields`), and both servers verify the message against the registries on chain. All
 * requests have a DPoP proof (RFC 9449) by the frame's key.
 */

/** A message of Sign In with Farcaster (FIP-11, EIP-4361), as text and signed by the account's owner or an address it has added. */
export const signedSiwf = z.strictObject({
  message: z
    .string()
    .check(z.maxLength(4096), z.regex(/^[^\n]+ wants you to sign in with your Ethereum account:\n/)),
  signature: z.string().check(z.maxLength(8194), z.regex(/^0x(?:[\da-fA-F]{2}){65,}$/)),
})
export type SignedSiwf = z.infer<typeof signedSiwf>

/** `POST /v1/farcaster/start`. `challenge`: that of the gateway's introduction, which goes into the nonce. */
export const farcasterStartRequest = z.strictObject({
  origin: pageOrigin,
  projectId: z.string().check(z.minLength(1), z.maxLength(128)),
  challenge: secretHandle,
})
export type FarcasterStartRequest = z.infer<typeof farcasterStartRequest>

/** `expiresAt` is ISO 8601. */
export const farcasterStartResponse = z.object({ tx: challengeId, expiresAt: z.string() })
export type FarcasterStartResponse = z.infer<typeof farcasterStartResponse>

/**
 * `POST /v1/farcaster/claim`: `sealed` is a JWE of `sealedFarcasterClaim` to the vault. A valid message is accepted once, from the
 * frame that started the login. Answers as `/v1/social/claim` does, with neither ID token nor profile.
 */
export const farcasterClaimRequest = z.strictObject({ sealed: compactJwe })
export type FarcasterClaimRequest = z.infer<typeof farcasterClaimRequest>

/** The plaintext of `sealed`. */
export const sealedFarcasterClaim = z.strictObject({ ...sealedClaim.shape, ...signedSiwf.shape })
export type SealedFarcasterClaim = z.infer<typeof sealedFarcasterClaim>
