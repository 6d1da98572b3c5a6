import type { Connected } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'

/** The account that was connected. `chainId` is the reference of the network's CAIP-2 ID. */
export interface ConnectedWallet {
  chainNamespace: NamespaceId
  chainId: string
  address: string
}

/** Returns the account of a connection with AppKit's names. */
export function toConnectedWallet({ address, networkId }: Connected): ConnectedWallet {
  const [chainNamespace, chainId] = networkId.split(':') as [NamespaceId, string]
  return { chainNamespace, chainId, address }
}
