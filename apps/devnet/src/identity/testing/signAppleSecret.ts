import { importPKCS8, SignJWT } from 'jose'
import { localIdentity } from '../localIdentity.ts'

/** Signs a client secret of Apple, valid unless a parameter makes it invalid. Times are seconds since the epoch. */
export async function signAppleSecret({
  audience,
  keyId = localIdentity.appleKeyId,
  issuer = localIdentity.appleTeamId,
  subject = 'example.portico.local',
  issuedAt = Math.floor(Date.now() / 1_000),
  lifeSeconds = 300,
}: {
  audience: string
  keyId?: string
  issuer?: string
  subject?: string
  issuedAt?: number
  lifeSeconds?: number
}): Promise<string> {
  const pem = localIdentity.clients.find(({ provider }) => provider === 'apple')?.secret ?? ''
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(issuer)
    .setSubject(subject)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(await importPKCS8(pem, 'ES256'))
}
