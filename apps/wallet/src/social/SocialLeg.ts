import type { SocialProvider } from '@portico/protocol/social'

/**
 * One visit at a provider: each server exchanges a code of its own. Where the provider issues ID tokens, the gateway verifies the
 * vault's, and there is no leg of the gateway.
 */
export type SocialLeg = { provider: SocialProvider; leg: 'gateway' | 'vault' }
