import type { Kit } from '../kit.ts'
import type { AuthRequests } from './createAuthRequests.ts'
import type { Frame } from './frame/openFrame.ts'

/** What code that is loaded later needs of an embedded wallet. */
export interface EmbeddedAccess {
  getFrame(): Promise<Frame>
  /** Sends a request that waits for the visitor's approval. */
  approve: AuthRequests['approve']
}

/** The embedded wallets that were started. */
export const embeddedAccess = new WeakMap<Kit, EmbeddedAccess>()
