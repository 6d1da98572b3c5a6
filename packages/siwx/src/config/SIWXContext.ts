import type { CaipNetworkId } from '@portico/protocol'
import type { RpcClient } from '../verify/RpcClient.ts'
import type { SIWXSignMessageParameters } from './SIWXConfig.ts'

/** The part of `localStorage` that sign-in needs. Implementations must not throw. */
export type KeyValueStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** What the kit passes to `SIWXConfig.setup`. */
export type SIWXContext = {
  /** The gateway that stores sessions. Without it, sessions are verified and stored in the page. */
  gatewayUrl?: string | undefined
  projectId?: string | undefined
  clientId?: string | undefined
  storage: KeyValueStorage
  /** Returns a client for a network, or `undefined` if the kit has none. */
  getClient(chainId: CaipNetworkId): RpcClient | undefined
  /** Signs with the connected wallet. */
  signMessage?(parameters: SIWXSignMessageParameters): Promise<string>
  fetch?: typeof fetch | undefined
}
