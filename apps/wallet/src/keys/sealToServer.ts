import { CompactEncrypt, importJWK } from 'jose'

/** The public encryption key of the vault or the gateway, as a JWK (RFC 7517). */
export type SealingKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid: string }

/**
 * Encrypts a JSON value for the vault or the gateway: a compact JWE with ECDH-ES and AES-256-GCM.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7516
 */
export async function sealToServer({ kid, ...key }: SealingKey, content: unknown): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}
