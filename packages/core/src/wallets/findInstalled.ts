import type { ConnectorDetails } from '../connectors/connector.ts'
import type { State } from '../state.ts'
import type { ListedWallet } from './ListedWallet.ts'

/**
 * The connector of this page through which a listed wallet can connect at once: by reverse domain name, or by id.
 *
 * @example
 * findInstalled(kit.store.getState(), { id: 'c57c…', name: 'MetaMask', rdns: 'io.metamask' })
 */
export function findInstalled(
  { connectors }: Pick<State, 'connectors'>,
  { id, rdns }: Pick<ListedWallet, 'id' | 'rdns'>,
): ConnectorDetails | undefined {
  return connectors.find(
    (connector) =>
      connector.id === id ||
      connector.explorerId === id ||
      (rdns !== undefined && (connector.rdns === rdns || connector.id === rdns)),
  )
}
