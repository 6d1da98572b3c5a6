/*
 * DPoP (RFC 9449): each request carries a JWT signed with a key that never leaves the client, for this method, address,
 * time and access token. A stolen token is worth nothing without that key, and a stolen proof nothing for anything else.
 *
 * Only ES256 is read, whatever the proof says (RFC 8725 §3.1). A proof is remembered after its signature was checked, so
 * that strangers cannot fill the memory or use up another's `jti`.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { calculateJwkThumbprint, decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { DpopNonces } from './createDpopNonces.ts'
import { ProofProblem } from './ProofProblem.ts'
import type { SeenProofs } from './SeenProofs.ts'

/** Who holds the key of a proof that was accepted. */
export type DpopProof = {
  /** Thumbprint of the key (RFC 7638, SHA-256, base64url). */
  jkt: string
  jti: string
  /** Whether it had been used before; only where `allowReplay` is set. */
  isReplay: boolean
}

export type DpopVerifier = {
  /**
   * Checks the proof of a request.
   *
   * @throws {ProofProblem} `dpop-missing`, `dpop-invalid`, or `use-dpop-nonce` with the header `DPoP-Nonce`.
   */
  verify(request: {
    /** The `DPoP` header. */
    proof: string | undefined
    method: string
    /** Path of the request, without a query. */
    path: string
    /** The token that came with it; the proof must name its hash. */
    accessToken?: string | undefined
    /** The key the token is bound to. */
    jkt?: string | undefined
    needsNonce?: boolean | undefined
    /** Only for what is safe to answer twice. */
    allowReplay?: boolean | undefined
  }): Promise<DpopProof>
  /** The nonce for the `DPoP-Nonce` header of an answer. */
  nonce(): string
}

const toleranceSeconds = 60
const rememberedMs = 5 * 60_000
const maxLength = 4096

const publicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
  y: z.string().check(z.regex(/^[\w-]{43}$/)),
  // A key that was sent along with its secret is anyone's.
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
 * Checks DPoP proofs (RFC 9449).
 *
 * @param origins under which this server is known, such as `https://gateway.example`; never read from the request, which
 * would let a proof made for another server pass.
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
      if (proof === undefined || proof === '') throw new ProofProblem('dpop-missing')
      const at = now()
      const { jkt, jti, htm, htu, iat, ath, nonce } = await readProof(proof, at)
      if (htm !== method) throw invalid('htm is another method.')
      if (!isFor(htu, origins, path)) throw invalid('htu is another address.')
      if (Math.abs(at / 1000 - iat) > toleranceSeconds) throw invalid('iat is not now.')
      if (boundTo !== undefined && !isEqual(jkt, boundTo)) throw invalid('The token is bound to another key.')
      const expected = accessToken === undefined ? undefined : hash(accessToken)
      if (expected !== undefined && (ath === undefined || !isEqual(ath, expected)))
        throw invalid('ath is not the hash of the token.')
      // A nonce that is there must be good, also where none is asked for.
      if (nonce === undefined ? needsNonce === true : !nonces.isValid(nonce, at))
        throw new ProofProblem('use-dpop-nonce', {
          headers: {
            'dpop-nonce': nonces.current(at),
            'www-authenticate': 'DPoP error="use_dpop_nonce", algs="ES256"',
          },
        })
      const isNew = await seen.add({ id: hash(`${jkt}.${jti}`), expiresAt: at + rememberedMs, now: at })
      if (!isNew && !allowReplay) throw invalid('jti has been used.')
      return { jkt, jti, isReplay: !isNew }
    },
  }
}

async function readProof(proof: string, now: number): Promise<z.infer<typeof claims> & { jkt: string }> {
  if (proof.length > maxLength) throw invalid(`More than ${maxLength} characters.`)
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
    // What is wrong with a stranger's proof is no failure of ours: broken encodings and points off the curve included.
    const isRefused =
      error instanceof errors.JOSEError ||
      error instanceof z.core.$ZodError ||
      error instanceof TypeError ||
      error instanceof DOMException
    if (isRefused) throw invalid('It cannot be read, or its signature is wrong.', error)
    throw error
  }
}

/** Without query and fragment, which the RFC leaves out; everything else by the letter. */
function isFor(htu: string, origins: readonly string[], path: string): boolean {
  return origins.some((origin) => htu === `${origin}${path}`)
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function invalid(detail: string, cause?: unknown): ProofProblem {
  return new ProofProblem('dpop-invalid', {
    detail,
    cause,
    headers: { 'www-authenticate': 'DPoP error="invalid_dpop_proof", algs="ES256"' },
  })
}
