import type { Kit } from '../kit.ts'
import { connectorKey } from '../kit.ts'
import { getQueryClient } from './getQueryClient.ts'
import { walletsQuery } from './walletsQuery.ts'

/**
 * Adds the explorer IDs of installed wallets from the gateway's list, so that `includeWalletIds` and
 * `excludeWalletIds`, which contain such IDs, apply to them. Sends a request only if one of these options is set.
 *
 * @throws GatewayError · GatewayUnreachableError
 */
export async function identifyConnectors(kit: Kit): Promise<void> {
  const { settings, connectors } = kit.store.getState()
  const hasFilter = Boolean(settings.includeWalletIds?.length || settings.excludeWalletIds?.length)
  const unidentified = connectors.flatMap(({ rdns, explorerId }) => (rdns && !explorerId ? rdns : []))
  if (!hasFilter || unidentified.length === 0 || kit.options.gatewayUrl === undefined) return
  const rdns = [...new Set(unidentified)].sort()
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
  // Read again: wallets may have been announced meanwhile.
  const current = kit.store.getState().connectors
  kit.store.setState({
    connectors: current.map((details) => {
      const explorerId = details.explorerId ?? ids.get(details.rdns)
      if (explorerId === undefined || explorerId === details.explorerId) return details
      // On the connector too: the list in the state is rebuilt from the connectors when another wallet is announced.
      const connector = kit.connectors.get(connectorKey(details.namespace, details.id))
      if (connector) connector.explorerId = explorerId
      return { ...details, explorerId }
    }),
  })
}
