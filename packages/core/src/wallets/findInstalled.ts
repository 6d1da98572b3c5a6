import type { NamespaceId } from '@portico/protocol'
import type { State } from '../state.ts'
import { isNamed } from './isNamed.ts'
import type { ListedWallet } from './ListedWallet.ts'
import { type InstalledWallet, mergeConnectors } from './mergeConnectors.ts'

/**
 * Finds the installed wallet that matches a listed one, by reverse domain name or ID. It can be connected directly.
 *
 * @param namespace Only finds a wallet that supports this namespace.
 * @example
 * findInstalled(kit.store.getState(), { id: 'c57c…', name: 'MetaMask', rdns: 'io.metamask' })
 */
export function findInstalled(
  { connectors }: Pick<State, 'connectors'>,
  { id, rdns }: Pick<ListedWallet, 'id' | 'rdns'>,
  namespace?: NamespaceId | undefined,
): InstalledWallet | undefined {
  return mergeConnectors(connectors, namespace).find((wallet) => isNamed(wallet, rdns ? [id, rdns] : [id]))
}
