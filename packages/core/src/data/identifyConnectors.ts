import type { ConnectorDetails } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'
import { connectorKey } from '../kit.ts'
import { findListedWallets, isListable, normaliseName } from './findListedWallets.ts'

/**
 * Adds the explorer IDs of installed wallets from the gateway's list, so that `includeWalletIds` and
 * `excludeWalletIds`, which contain such IDs, apply to them. A wallet is found by its reverse domain name, or by its name
 * if it has none. Sends requests only if one of these options is set.
 *
 * @throws GatewayError · GatewayUnreachableError
 */
export async function identifyConnectors(kit: Kit): Promise<void> {
  const { settings, connectors } = kit.store.getState()
  const hasFilter = Boolean(settings.includeWalletIds?.length || settings.excludeWalletIds?.length)
  if (!hasFilter || kit.options.gatewayUrl === undefined) return
  const wallets = connectors.filter(({ type }) => type !== 'WALLET_CONNECT' && type !== 'AUTH')
  const [byRdns, byName] = await Promise.all([
    findListedWallets(
      kit,
      'rdns',
      wallets.flatMap(({ rdns }) => rdns ?? []),
    ),
    findListedWallets(
      kit,
      'names',
      wallets.flatMap(({ rdns, name }) => (rdns || !isListable(name) ? [] : name)),
    ),
  ])
  const idByRdns = new Map(byRdns.map(({ rdns, id }) => [rdns, id]))
  const idByName = new Map(byName.map(({ name, id }) => [normaliseName(name), id]))
  const findId = ({ rdns, name }: ConnectorDetails) =>
    rdns ? idByRdns.get(rdns) : idByName.get(normaliseName(name))
  // Read again: wallets may have been announced meanwhile.
  const current = kit.store.getState().connectors
  const identified = current.map((details) => {
    const explorerId = details.explorerId ?? findId(details)
    if (explorerId === undefined || explorerId === details.explorerId) return details
    // On the connector too: the list in the state is rebuilt from the connectors when another wallet is announced.
    const connector = kit.connectors.get(connectorKey(details.namespace, details.id))
    if (connector) connector.explorerId = explorerId
    return { ...details, explorerId }
  })
  if (identified.some((details, index) => details !== current[index]))
    kit.store.setState({ connectors: identified })
}
