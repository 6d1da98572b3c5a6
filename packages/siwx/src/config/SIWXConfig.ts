import type { CaipNetworkId } from '@portico/protocol'
import type { SIWXContext } from './SIWXContext.ts'
import type { SIWXMessage, SIWXMessageInput } from './SIWXMessage.ts'
import type { SIWXSession } from './SIWXSession.ts'

/** What {@link SIWXConfig.signMessage} is asked to sign. */
export type SIWXSignMessageParameters = { message: string; chainId: CaipNetworkId; accountAddress: string }

/**
 * How an application signs its visitors in (CAIP-122). `DefaultSIWX` is one; an application may bring its own.
 *
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export interface SIWXConfig {
  /** Called once by the kit before anything else. */
  setup?(context: SIWXContext): void
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
  /** Signs in place of the connected wallet. */
  signMessage?(parameters: SIWXSignMessageParameters): Promise<string>
  /** Verifies and keeps one session. Rejects if it is not valid. */
  addSession(session: SIWXSession): Promise<void>
  /** Ends the session of one account on one network. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Verifies all, then puts them in the place of all others. Rejects, and changes nothing, if one is not valid. */
  setSessions(sessions: SIWXSession[]): Promise<void>
  /** The valid, unexpired sessions of one account on one network. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]>
  /** Whether a visitor who does not sign in is disconnected. */
  getRequired?(): boolean
  /** Whether disconnecting also signs out; yes if left out. */
  signOutOnDisconnect?: boolean | undefined
}
