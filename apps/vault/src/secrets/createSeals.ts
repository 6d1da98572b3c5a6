import type { IdentityAssertion } from '@portico/protocol/vault'
import { CompactEncrypt, compactDecrypt, importJWK, type JWK, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { HttpProblem } from '../http/HttpProblem.ts'
import type { Secrets } from './loadSecrets.ts'

/** What is opened, sealed and signed with the vault's keys. */
export type Seals = {
  /**
   * Opens a JWE to one of the vault's keys.
   *
   * @throws {HttpProblem} `sealed-invalid`, also where what is inside is not of the schema.
   */
  open<Schema extends z.ZodMiniType>(sealed: string, schema: Schema): Promise<z.output<Schema>>
  /** Seals to a key of the other side. */
  sealTo(key: JWK, value: unknown): Promise<string>
  /** A JWT of the vault for the gateway; with `lifetime` in seconds it expires. */
  sign(call: {
    type: 'identity+jwt' | 'auto-receipt+jwt'
    claims: Omit<IdentityAssertion, 'iss' | 'aud' | 'iat' | 'exp'> | Record<string, string>
    lifetime?: number
  }): Promise<string>
}

/** JWE and JWS (RFC 7516, 7515) with ECDH-ES, A256GCM and ES256 alone, whatever a header says. */
export function createSeals({
  secrets,
  issuer,
  now,
}: {
  secrets: Secrets
  issuer: string
  now: () => number
}): Seals {
  return {
    async open(sealed, schema) {
      try {
        const { plaintext } = await compactDecrypt(
          sealed,
          ({ kid }) => {
            const key = secrets.sealing.get(kid ?? '')
            if (!key) throw new Error('no such key')
            return key
          },
          { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] },
        )
        return z.parse(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext)))
      } catch (cause) {
        // Why is not said: whoever seals to another key must not learn how far it got.
        throw new HttpProblem('sealed-invalid', { cause })
      }
    },
    async sealTo(key, value) {
      return new CompactEncrypt(Buffer.from(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
        .encrypt(await importJWK(key, 'ECDH-ES'))
    },
    async sign({ type, claims, lifetime }) {
      const { kid, key } = secrets.signing
      const at = Math.floor(now() / 1000)
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: type, kid })
        .setIssuer(issuer)
        .setAudience('portico-gateway')
        .setIssuedAt(at)
      if (lifetime !== undefined) jwt.setExpirationTime(at + lifetime)
      return jwt.sign(key)
    },
  }
}
