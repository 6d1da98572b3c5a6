import type { CaipNetworkId } from '@portico/protocol'
import type { SIWXSession } from './SIWXSession.ts'

/** Stores sessions, at most one per account and network. */
export interface SIWXStorage {
  add(session: SIWXSession): Promise<void>
  /** Replaces all stored sessions. */
  set(sessions: SIWXSession[]): Promise<void>
  get(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]>
  delete(chainId: CaipNetworkId, address: string): Promise<void>
}
