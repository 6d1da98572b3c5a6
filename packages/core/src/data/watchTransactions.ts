import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { QueryClient } from '@tanstack/query-core'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'

/** How long to wait for a sent transaction to be included, in milliseconds. */
const inclusionTimeoutMs = 600_000

/** Refetches balances, activity and NFTs once a transaction sent by the visitor is in a block. */
export function watchTransactions(kit: Kit, client: QueryClient): void {
  kit.events.on((event) => {
    if (event.type !== 'transaction') return
    void follow(kit, client, event).catch((error: unknown) =>
      kit.logger.warn('A sent transaction could not be followed.', error),
    )
  })
}

async function follow(
  kit: Kit,
  client: QueryClient,
  { namespace, hash, networkId }: { namespace: NamespaceId; hash: string; networkId: CaipNetworkId },
): Promise<void> {
  const endpoint = getEndpoint(kit, networkId)
  const assets = await kit.namespaces.get(namespace)?.assets()
  if (!endpoint || !assets) return
  await assets.waitForTransaction({ ...endpoint, hash, signal: AbortSignal.timeout(inclusionTimeoutMs) })
  await Promise.all([
    client.invalidateQueries({ queryKey: ['portfolio'] }),
    client.invalidateQueries({ queryKey: ['activity'] }),
    client.invalidateQueries({ queryKey: ['nfts'] }),
  ])
}
