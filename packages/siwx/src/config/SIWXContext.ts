import type { CaipNetworkId } from '@portico/protocol'
import type { RpcClient } from '../verify/RpcClient.ts'

/** The part of `localStorage` that sign-in needs. Guarded by whoever gives it: it does not throw. */
export type KeyValueStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** What a kit lends to a sign-in configuration, see `SIWXConfig.setup`. */
export type SIWXContext = {
  /** The gateway that keeps sessions; without it everything stays in the page. */
  gatewayUrl?: string | undefined
  projectId?: string | undefined
  clientId?: string | undefined
  storage: KeyValueStorage
  /** Asks a network; `undefined` where the kit has no way to it. */
  getClient(chainId: CaipNetworkId): RpcClient | undefined
  fetch?: typeof fetch | undefined
}
