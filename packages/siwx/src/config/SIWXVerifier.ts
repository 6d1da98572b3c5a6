import type { SIWXContext } from './SIWXContext.ts'
import type { SIWXSession } from './SIWXSession.ts'

/**
 * Verifies sessions of one namespace in the page. Extend it for signatures that the kit does not know.
 *
 * @example
 * import { DefaultSIWX, type SIWXSession, SIWXVerifier } from '@portico/siwx'
 * class ServerVerifier extends SIWXVerifier {
 *   readonly chainNamespace = 'eip155'
 *   async verify(session: SIWXSession) {
 *     return (await fetch('/verify', { method: 'POST', body: JSON.stringify(session) })).ok
 *   }
 * }
 * const siwx = new DefaultSIWX({ verifiers: [new ServerVerifier()] })
 */
export abstract class SIWXVerifier {
  /** The CAIP-2 namespace, for example `eip155`. */
  abstract readonly chainNamespace: string

  /**
   * Verifies a new session. Returns false, or throws an error with the reason, if it is not valid or cannot be
   * verified.
   */
  abstract verify(session: SIWXSession, context: SIWXContext): Promise<boolean>

  /** Returns whether this verifier is for the session: by default, if its network is of the namespace. */
  shouldVerify({ data }: SIWXSession): boolean {
    return data.chainId.startsWith(`${this.chainNamespace}:`)
  }

  /**
   * Checks without requests that the fields of a stored session match its signed text. If this is missing, stored
   * sessions are trusted.
   */
  isIntact?(session: SIWXSession): boolean | Promise<boolean>
}

/** What `DefaultSIWX` needs of a verifier: a {@link SIWXVerifier}, or an object with its methods. */
export type SIWXVerifierLike = Pick<SIWXVerifier, 'chainNamespace' | 'verify' | 'isIntact'> & {
  shouldVerify?(session: SIWXSession): boolean
}
