import type { WalletAllowlist, WalletAllowlistResponse } from '@portico/protocol/gateway'
import { SignJWT } from 'jose'
import type { Projects } from '../../projects/service.ts'
import type { WalletKeys } from '../secrets/loadWalletKeys.ts'

/** The wallet site goes on with the last one for so long when this server is away. */
const lifeSeconds = 3600

/** Which pages may show the wallet, under our signature: the wallet site trusts no network between us. */
export function createAllowlist({
  keys,
  projects,
  now,
}: {
  keys: Pick<WalletKeys, 'signing'>
  projects: Projects
  now: () => number
}) {
  return {
    async sign(): Promise<WalletAllowlistResponse> {
      const iat = Math.floor(now() / 1000)
      const content: WalletAllowlist = {
        projects: Object.fromEntries(
          projects.list().map(({ id, name, allowedOrigins }) => [id, { name, origins: [...allowedOrigins] }]),
        ),
        iat,
        exp: iat + lifeSeconds,
      }
      const jws = await new SignJWT(content)
        .setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid, typ: 'allowlist+jwt' })
        .sign(keys.signing.key)
      return { jws }
    },
  }
}
