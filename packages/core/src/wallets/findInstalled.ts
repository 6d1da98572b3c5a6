import type { NamespaceId } from '@portico/protocol'
import type { State } from '../state.ts'
import { isNamed } from './isNamed.ts'
import type { ListedWallet } from './ListedWallet.ts'
import { type InstalledWallet, mergeConnectors } from './mergeConnectors.ts'

/**
 * The wallet of this browser that a listed one is, so that it can connect at once: by reverse domain name, or by id.
 *
 * @param namespace only where it connects this family of chains
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
