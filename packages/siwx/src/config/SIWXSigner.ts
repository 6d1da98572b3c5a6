import type { SIWXSignMessageParameters } from './SIWXConfig.ts'
import type { SIWXContext } from './SIWXContext.ts'

/** Signs sign-in messages instead of the connected wallet. */
export interface SIWXSigner {
  /** Called by `DefaultSIWX` with what the kit passes to it, before any other method. */
  setup?(context: SIWXContext): void
  signMessage(parameters: SIWXSignMessageParameters): Promise<string>
}
