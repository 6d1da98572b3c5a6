/*
 * DPoP (RFC 9449): each request carries a JWT, signed with a key that never leaves the client, for this method, URL, time
 * and access token. A stolen token is useless without the key, and a stolen proof is useless for another request.
 *
 * Only ES256 is accepted, whatever the proof's header says (RFC 8725 §3.1). A proof is stored only after its signature was
 * verified, so that an attacker cannot fill the store or use up another client's `jti`.
 */
import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { Problem } from '../problems/Problem.ts'
import { isEqualSecret } from '../secrets/isEqualSecret.ts'
import type { DpopNonces } from './createDpopNonces.ts'
import type { SeenProofs } from './SeenProofs.ts'

/** An accepted proof. */
export type DpopProof = {
  /** Thumbprint of the key that signed the proof (RFC 7638, SHA-256, base64url). */
  jkt: string
  jti: string
  /** Whether the proof was used before; possible only with `allowReplay`. */
  isReplay: boolean
}

export type DpopVerifier = {
  /**
   * Verifies the proof of a request.
   *
   * @throws {Problem} `dpop-missing`, `dpop-invalid`, or `use-dpop-nonce` with the nonce to use.
   */
  verify(request: {
    /** The `DPoP` header. */
    proof: string | undefined
    method: string
    /** Path of the request, without a query. */
    path: string
    /** The access token of the request; the proof must contain its hash. */
    accessToken?: string | undefined
    /** Thumbprint of the key that the access token is bound to. */
    jkt?: string | undefined
    needsNonce?: boolean | undefined
    /** Only for requests that are safe to repeat. */
    allowReplay?: boolean | undefined
  }): Promise<DpopProof>
  /** Returns the nonce for the `DPoP-Nonce` header of a response. */
  nonce(): string
}

const toleranceSeconds = 60
const storedMs = 5 * 60_000
const maxLength = 4096

const publicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
  y: z.string().check(z.regex(/^[\w-]{43}$/)),
  // A key sent with its private part is no longer secret.
  d: z.optional(z.undefined()),
})
const header = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  crit: z.optional(z.undefined()),
  jwk: publicKey,
})
const claims = z.object({
  jti: z.string().check(z.minLength(1), z.maxLength(256)),
  htm: z.string(),
  htu: z.string().check(z.maxLength(2048)),
  iat: z.number(),
  ath: z.optional(z.string()),
  nonce: z.optional(z.string().check(z.maxLength(256))),
})

/**
 * Creates a verifier of DPoP proofs (RFC 9449).
 *
 * @param origins the public origins of this server, such as `https://gateway.example`. They must not be taken from the
 * request, which would accept a proof made for another server.
 * @example
 * const dpop = createDpopVerifier({ origins, seen: createSeenProofs({ database }), nonces: createDpopNonces({ secret }) })
 * const { jkt } = await dpop.verify({ proof: c.req.header('dpop'), method: 'POST', path: '/v1/email/start', needsNonce: true })
 */
export function createDpopVerifier({
  origins,
  seen,
  nonces,
  now = Date.now,
}: {
  origins: readonly string[]
  seen: SeenProofs
  nonces: DpopNonces
  now?: () => number
}): DpopVerifier {
  return {
    nonce: () => nonces.current(now()),
    async verify({ proof, method, path, accessToken, jkt: boundTo, needsNonce, allowReplay }) {
      if (proof === undefined || proof === '') throw new Problem('dpop-missing')
      const at = now()
      const { jkt, jti, htm, htu, iat, ath, nonce } = await readProof(proof, at)
      if (htm !== method) throw invalid('htm is not the method of the request.')
      if (!isUrlOf(htu, origins, path)) throw invalid('htu is not the URL of the request.')
      if (Math.abs(at / 1000 - iat) > toleranceSeconds) throw invalid('iat is too far from the current time.')
      if (boundTo !== undefined && !isEqualSecret(jkt, boundTo))
        throw invalid('The access token is bound to another key.')
      const expected = accessToken === undefined ? undefined : hash(accessToken)
      if (expected !== undefined && (ath === undefined || !isEqualSecret(ath, expected)))
        throw invalid('ath is not the hash of the access token.')
      // A nonce must be valid even where it is optional.
      if (nonce === undefined ? needsNonce === true : !nonces.isValid(nonce, at))
        throw new Problem('use-dpop-nonce', { dpopNonce: nonces.current(at) })
      const isNew = await seen.add({ id: hash(`${jkt}.${jti}`), expiresAt: at + storedMs, now: at })
      if (!isNew && !allowReplay) throw invalid('jti was used before.')
      return { jkt, jti, isReplay: !isNew }
    },
  }
}

async function readProof(proof: string, now: number): Promise<z.infer<typeof claims> & { jkt: string }> {
  if (proof.length > maxLength) throw invalid(`The proof is longer than ${maxLength} characters.`)
  try {
    const { jwk } = header.parse(decodeProtectedHeader(proof))
    const { kty, crv, x, y } = jwk
    const key = { kty, crv, x, y }
    const { payload } = await jwtVerify(proof, await importJWK(key, 'ES256'), {
      algorithms: ['ES256'],
      typ: 'dpop+jwt',
      currentDate: new Date(now),
      clockTolerance: toleranceSeconds,
    })
    return { ...claims.parse(payload), jkt: await calculateJwkThumbprint(key) }
  } catch (error) {
    // Malformed input, such as a broken encoding or a point off the curve, is the client's error, not the server's.
    const isClientError =
      error instanceof errors.JOSEError ||
      error instanceof z.core.$ZodError ||
      error instanceof TypeError ||
      error instanceof DOMException
    if (isClientError) throw invalid('The proof is malformed, or its signature is invalid.', error)
    throw error
  }
}

/** Compares exactly. `htu` has neither query nor fragment (RFC 9449 §4.2). */
function isUrlOf(htu: string, origins: readonly string[], path: string): boolean {
  return origins.some((origin) => htu === `${origin}${path}`)
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

function invalid(detail: string, cause?: unknown): Problem {
  return new Problem('dpop-invalid', { detail, cause })
}
