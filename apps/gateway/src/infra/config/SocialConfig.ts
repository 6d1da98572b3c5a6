import type { SocialProvider } from '@portico/protocol/social'
import type { SocialClient } from '@portico/server/social'

/** Configuration of social logins. */
export type SocialConfig = {
  /** Base URL of local providers that imitate the real ones; undefined = the real ones. */
  issuers: string | undefined
  /** The client ID at each provider that is set up. */
  clientIds: ReadonlyMap<SocialProvider, string>
  /** The clients at the providers that issue no ID tokens, where the gateway exchanges codes of its own. */
  clients: Partial<Record<SocialProvider, SocialClient>>
  /** URLs of the nodes that logins with Farcaster are verified with; undefined = they are off. */
  farcasterRpcUrls: readonly string[] | undefined
}
