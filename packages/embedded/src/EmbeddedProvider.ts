import type { RpcClient } from '@portico/core'
import type { ProviderRpcError } from '@portico/protocol'

/** The events of an EIP-1193 provider, with what their listeners get. */
export interface EmbeddedProviderEvents {
  connect: { chainId: string }
  accountsChanged: readonly string[]
  chainChanged: string
  disconnect: ProviderRpcError
}

/**
 * An EIP-1193 provider of the embedded wallet.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export interface EmbeddedProvider extends RpcClient {
  on<E extends keyof EmbeddedProviderEvents>(
    event: E,
    listener: (value: EmbeddedProviderEvents[E]) => void,
  ): this
  removeListener<E extends keyof EmbeddedProviderEvents>(
    event: E,
    listener: (value: EmbeddedProviderEvents[E]) => void,
  ): this
  /** Logs the visitor out, like `wallet_revokePermissions`. */
  disconnect(): Promise<void>
}
