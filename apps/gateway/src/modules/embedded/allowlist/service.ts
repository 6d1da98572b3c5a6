import type { WalletAllowlist, WalletAllowlistResponse } from '@portico/protocol/gateway'
import { SignJWT } from 'jose'
import type { Projects } from '../../projects/service.ts'
import type { WalletKeys } from '../secrets/loadWalletKeys.ts'

/** How long the wallet site may use an allowlist while the gateway is unreachable. */
const lifetimeSeconds = 3600

/**
 * Creates the service that signs the list of origins that may embed the wallet. The signature lets the wallet site
 * verify the list without trusting the network.
 */
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
        exp: iat + lifetimeSeconds,
      }
      const jws = await new SignJWT(content)
        .setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid, typ: 'allowlist+jwt' })
        .sign(keys.signing.key)
      return { jws }
    },
  }
}
