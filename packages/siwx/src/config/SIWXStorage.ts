import type { CaipNetworkId } from '@portico/protocol'
import type { SIWXSession } from './SIWXSession.ts'

/** Keeps sessions, at most one for an account on a network. */
export interface SIWXStorage {
  add(session: SIWXSession): Promise<void>
  /** Puts these in the place of all. */
  set(sessions: SIWXSession[]): Promise<void>
  get(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]>
  delete(chainId: CaipNetworkId, address: string): Promise<void>
}
