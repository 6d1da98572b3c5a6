import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Servers } from './startServers.ts'

/** The files with the signing key of each server. */
const files = { gateway: 'gateway/wallet-keys.json', vault: 'vault/secrets.json' }

/** Signs a statement with the key of a server, as an attacker who has its files can. */
export async function forge(
  servers: Pick<Servers, 'dataDir' | 'gatewayUrl' | 'vaultUrl'>,
  by: 'gateway' | 'vault',
  { typ, ...claims }: JWTPayload & { typ: string },
): Promise<string> {
  const { signing } = JSON.parse(readFileSync(join(servers.dataDir, files[by]), 'utf8')) as { signing: JWK[] }
  const [jwk] = signing as [JWK]
  const { d: _, ...publicKey } = jwk
  const now = Math.floor(Date.now() / 1000)
  const issuer =
    by === 'vault'
      ? { iss: servers.vaultUrl, aud: 'portico-gateway' }
      : { iss: servers.gatewayUrl, aud: 'portico-vault' }
  const jti = randomBytes(16).toString('base64url')
  return new SignJWT({ ...issuer, iat: now, nbf: now, exp: now + 60, jti, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ, kid: await calculateJwkThumbprint(publicKey) })
    .sign(await importJWK(jwk, 'ES256'))
}
