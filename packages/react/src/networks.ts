// Every network of the core, so that a new one needs no line here.
import type { NamespaceId } from '@portico/protocol'

export type { Network as CaipNetwork, NetworkInput as AppKitNetwork } from '@portico/core/networks'
export * from '@portico/core/networks'

/** The namespaces of the networks. */
export const AVAILABLE_NAMESPACES: readonly NamespaceId[] = ['eip155', 'solana', 'bip122']
