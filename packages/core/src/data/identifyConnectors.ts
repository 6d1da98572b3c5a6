import type { Kit } from '../kit.ts'
import { connectorKey } from '../kit.ts'
import { getQueryClient } from './getQueryClient.ts'
import { walletsQuery } from './walletsQuery.ts'

/**
 * Learns the explorer ids of this browser's wallets from the gateway's list, so that an application's include and
 * exclude lists, which are made of such ids, hold for them too. Asks only where there is such a list.
 *
 * @throws GatewayError · GatewayUnreachableError
 */
export async function identifyConnectors(kit: Kit): Promise<void> {
  const { settings, connectors } = kit.store.getState()
  const isListed = Boolean(settings.includeWalletIds?.length || settings.excludeWalletIds?.length)
  const unknown = connectors.flatMap(({ rdns, explorerId }) => (rdns && !explorerId ? rdns : []))
  if (!isListed || unknown.length === 0 || kit.options.gatewayUrl === undefined) return
  const rdns = [...new Set(unknown)].sort()
  const { pages } = await getQueryClient(kit).fetchInfiniteQuery(
    walletsQuery(kit, { rdns, entries: 100 }) as Parameters<
      ReturnType<typeof getQueryClient>['fetchInfiniteQuery']
    >[0],
  )
  const ids = new Map(
    (pages as { data: { id: string; rdns?: string | undefined }[] }[]).flatMap(({ data }) =>
      data.map((wallet) => [wallet.rdns, wallet.id] as const),
    ),
  )
  const now = kit.store.getState().connectors
  kit.store.setState({
    connectors: now.map((details) => {
      const explorerId = details.explorerId ?? ids.get(details.rdns)
      if (explorerId === undefined || explorerId === details.explorerId) return details
      // The connector keeps it too: the next wallet that announces itself makes the list anew.
      const connector = kit.connectors.get(connectorKey(details.namespace, details.id))
      if (connector) connector.explorerId = explorerId
      return { ...details, explorerId }
    }),
  })
}
