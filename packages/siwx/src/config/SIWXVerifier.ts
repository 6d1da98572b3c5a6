import type { SIWXContext } from './SIWXContext.ts'
import type { SIWXSession } from './SIWXSession.ts'

/** Verifies sessions of one namespace in the page. */
export interface SIWXVerifier {
  /** The CAIP-2 namespace, for example `eip155`. */
  readonly chainNamespace: string
  /**
   * Verifies a new session. Returns false, or throws an error with the reason, if it is not valid or cannot be
   * verified.
   */
  verify(session: SIWXSession, context: SIWXContext): Promise<boolean>
  /**
   * Checks without requests that the fields of a stored session match its signed text. If this is missing, stored
   * sessions are trusted.
   */
  isIntact?(session: SIWXSession): boolean | Promise<boolean>
}
