import type { QueryClient } from '@tanstack/query-core'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'

/** How long a sent transaction is waited for before we stop asking (10 minutes). */
const patience = 600_000

/** Reads balances and activity again once a transaction the visitor sent is in a block. */
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
  {
    namespace,
    hash,
    networkId,
  }: { namespace: 'eip155' | 'solana' | 'bip122'; hash: string; networkId: `${string}:${string}` },
): Promise<void> {
  const endpoint = getEndpoint(kit, networkId)
  const assets = await kit.namespaces.get(namespace)?.assets()
  if (!endpoint || !assets) return
  await assets.waitForTransaction({ ...endpoint, hash, signal: AbortSignal.timeout(patience) })
  await Promise.all([
    client.invalidateQueries({ queryKey: ['portfolio'] }),
    client.invalidateQueries({ queryKey: ['activity'] }),
    client.invalidateQueries({ queryKey: ['nfts'] }),
  ])
}
