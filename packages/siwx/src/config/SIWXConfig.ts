import type { CaipNetworkId } from '@portico/protocol'
import type { SIWXContext } from './SIWXContext.ts'
import type { SIWXLogin } from './SIWXLogin.ts'
import type { SIWXMessage, SIWXMessageInput } from './SIWXMessage.ts'
import type { SIWXSession } from './SIWXSession.ts'

/** Parameters of {@link SIWXConfig.signMessage}. */
export type SIWXSignMessageParameters = { message: string; chainId: CaipNetworkId; accountAddress: string }

/**
 * How an application signs its visitors in (CAIP-122). Implemented by `DefaultSIWX`; an application may implement it
 * itself.
 *
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export interface SIWXConfig {
  /** Called once by the kit, before any other method. */
  setup?(context: SIWXContext): void
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
  /**
   * Prepares a sign-in whose message the embedded wallet writes and signs as part of a login. Without this method, or if it
   * resolves to undefined, the visitor is asked to sign after the login: for a message with text of the application's own,
   * for example.
   */
  prepareLogin?(input: { chainId: CaipNetworkId }): Promise<SIWXLogin | undefined>
  /** Signs instead of the connected wallet. */
  signMessage?(parameters: SIWXSignMessageParameters): Promise<string>
  /** Verifies and stores a session. Rejects if it is not valid. */
  addSession(session: SIWXSession): Promise<void>
  /** Ends the session of an account on a network. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Verifies the sessions, then replaces all stored ones with them. Rejects and changes nothing if one is not valid. */
  setSessions(sessions: SIWXSession[]): Promise<void>
  /** Returns the valid, unexpired sessions of an account on a network. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]>
  /** Returns whether a visitor who does not sign in is disconnected. */
  getRequired?(): boolean
  /** Whether disconnecting also signs out. Default: true. */
  signOutOnDisconnect?: boolean | undefined
}
