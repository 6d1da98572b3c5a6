import type { SIWEConfig } from '@portico/core'

/** What `getMessageParams` of a `siweConfig` returns. */
export type SIWEMessageArgs = Awaited<ReturnType<SIWEConfig['getMessageParams']>>
