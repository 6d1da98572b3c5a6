import type { Account, Network } from '@portico/core'
import type { CaipNetworkId } from '@portico/protocol'
import type { NamespaceSession } from './createNamespaceSession.ts'

/** Sends a request to the wallet for the current chain. */
export type RequestWallet = (method: string, params: unknown) => Promise<unknown>

/** Handles a provider method without forwarding it as it is to the wallet. */
export type LocalHandler = (params: unknown) => unknown

/** What differs per namespace: what is proposed, how a message is signed, which methods are handled locally. */
export type NamespaceAdapter = {
  methods: readonly string[]
  events: readonly string[]
  accountType: Account['type']
  signMessage(parameters: { request: RequestWallet; message: string; address: string }): Promise<string>
  switchNetwork(session: NamespaceSession, network: Network): Promise<void>
  localHandlers(session: NamespaceSession): Readonly<Record<string, LocalHandler>>
  /** Formats a chain as the providers of this namespace report it. */
  formatChain(networkId: CaipNetworkId): string
}
