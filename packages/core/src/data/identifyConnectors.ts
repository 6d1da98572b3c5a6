import type { Wallet, WalletsResponse } from '@portico/protocol/gateway'
import type { ConnectorDetails } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'
import { connectorKey } from '../kit.ts'
import { getQueryClient } from './getQueryClient.ts'
import { walletsQuery } from './walletsQuery.ts'

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
    findListed(
      kit,
      'rdns',
      wallets.flatMap(({ rdns }) => rdns ?? []),
    ),
    findListed(
      kit,
      'names',
      wallets.flatMap(({ rdns, name }) => (rdns || !isListable(name) ? [] : name)),
    ),
  ])
  const idByRdns = new Map(byRdns.map(({ rdns, id }) => [rdns, id]))
  const idByName = new Map(byName.map(({ name, id }) => [normalise(name), id]))
  const findId = ({ rdns, name }: ConnectorDetails) =>
    rdns ? idByRdns.get(rdns) : idByName.get(normalise(name))
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

/** Returns the wallets of the gateway's list with these values. */
async function findListed(kit: Kit, key: 'rdns' | 'names', values: readonly string[]): Promise<Wallet[]> {
  if (values.length === 0) return []
  const query = walletsQuery(kit, { [key]: [...new Set(values)].sort(), entries: 100 })
  const { pages } = await getQueryClient(kit).fetchInfiniteQuery(
    query as Parameters<ReturnType<typeof getQueryClient>['fetchInfiniteQuery']>[0],
  )
  return (pages as WalletsResponse[]).flatMap(({ data }) => data)
}

/** Whether the gateway accepts the name: names are separated by commas. */
function isListable(name: string): boolean {
  return name.trim() !== '' && name.length <= 64 && !name.includes(',')
}

function normalise(name: string): string {
  return name.trim().toLowerCase()
}
