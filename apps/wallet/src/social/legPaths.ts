import { socialEndpoints, socialProvider } from '@portico/protocol/social'
import type { SocialLeg } from './SocialLeg.ts'

/** The paths at which providers return, and the leg of each. A code is worth nothing at the path of the other leg. */
export const legPaths: ReadonlyMap<string, SocialLeg> = new Map(
  socialProvider.options.flatMap((provider) => {
    const vault: [string, SocialLeg] = [`/social/${provider}`, { provider, leg: 'vault' }]
    const gateway: [string, SocialLeg] = [`/social/${provider}/second`, { provider, leg: 'gateway' }]
    // The gateway verifies ID tokens instead.
    return socialEndpoints(provider).jwks ? [vault] : [vault, gateway]
  }),
)
