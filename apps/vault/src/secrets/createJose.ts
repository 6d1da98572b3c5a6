import { CompactEncrypt, compactDecrypt, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { Problem } from '../problems/Problem.ts'
import type { Secrets } from './loadSecrets.ts'

/** Encrypts, decrypts and signs with the vault's keys (JOSE). */
export type Jose = {
  /**
   * Decrypts a JWE that was encrypted to one of the vault's keys.
   *
   * @throws {Problem} `sealed-invalid`, also if the content does not match the schema.
   */
  decrypt<Schema extends z.ZodMiniType>(sealed: string, schema: Schema): Promise<z.output<Schema>>
  /** Encrypts a value to a client's key. */
  encrypt(key: JWK, value: unknown): Promise<string>
  /** Signs a JWT for the gateway. It expires after `lifetime` seconds, if given. */
  sign(call: {
    type:
      | 'identity+jwt'
      | 'auto-receipt+jwt'
      | 'hold-cancelled+jwt'
      | 'email-reverted+jwt'
      | 'email-approved+jwt'
      | 'email-changed+jwt'
      | 'device-added+jwt'
      | 'export-noticed+jwt'
      | 'identities+jwt'
    claims: Omit<JWTPayload, 'iss' | 'aud' | 'iat' | 'exp'>
    lifetime?: number
    /** In milliseconds since epoch; now by default. */
    issuedAt?: number
  }): Promise<string>
}

/** Creates JWE and JWS functions (RFC 7516, 7515). Only ECDH-ES, A256GCM and ES256 are accepted, whatever a header says. */
export function createJose({
  secrets,
  issuer,
  now,
}: {
  secrets: Secrets
  issuer: string
  now: () => number
}): Jose {
  return {
    async decrypt(sealed, schema) {
      try {
        const { plaintext } = await compactDecrypt(
          sealed,
          ({ kid }) => {
            const key = secrets.sealing.get(kid ?? '')
            if (!key) throw new Error('unknown key ID')
            return key
          },
          { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] },
        )
        return z.parse(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext)))
      } catch (cause) {
        // One problem for all failures, so that an attacker does not learn which step failed.
        throw new Problem('sealed-invalid', { cause })
      }
    },
    async encrypt(key, value) {
      return new CompactEncrypt(Buffer.from(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
        .encrypt(await importJWK(key, 'ECDH-ES'))
    },
    async sign({ type, claims, lifetime, issuedAt = now() }) {
      const { kid, key } = secrets.signing
      const at = Math.floor(now() / 1000)
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: type, kid })
        .setIssuer(issuer)
        .setAudience('portico-gateway')
        .setIssuedAt(Math.floor(issuedAt / 1000))
      if (lifetime !== undefined) jwt.setExpirationTime(at + lifetime)
      return jwt.sign(key)
    },
  }
}
