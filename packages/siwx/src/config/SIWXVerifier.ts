import type { SIWXContext } from './SIWXContext.ts'
import type { SIWXSession } from './SIWXSession.ts'

/** Proves sessions of one chain family in the page. */
export interface SIWXVerifier {
  /** The family, for example `eip155`. */
  readonly chainNamespace: string
  /**
   * Proves a new session. Answers false, or throws an error that says why, if it is not valid or cannot be
   * checked.
   */
  verify(session: SIWXSession, context: SIWXContext): Promise<boolean>
  /** A quick look at a stored session, without network: is it what was stored? Yes if left out. */
  isIntact?(session: SIWXSession): boolean | Promise<boolean>
}
