import type { Grants } from './createGrants.ts'
import type { Signer } from './createSigner.ts'
import type { IdentityClient, ProviderId } from './IdentityClient.ts'
import type { Provider } from './Provider.ts'
import type { Switches } from './switches.ts'

/** What the endpoints of one provider share. */
export interface IdentityContext {
  provider: Provider
  /** The provider's issuer identifier, which is the base of its endpoints. */
  issuer: string
  /** Clients registered at the provider. */
  clients: readonly IdentityClient[]
  grants: Grants
  signer: Signer
  switches: Switches[ProviderId]
  /** Part of every account number, see `switches`. */
  accounts: string
  now: () => number
}
