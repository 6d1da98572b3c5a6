import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { ActivityProvider } from '../../chains/shared/providers/ActivityProvider.ts'
import type { BalanceProvider } from '../../chains/shared/providers/BalanceProvider.ts'
import type { NftProvider } from '../../chains/shared/providers/NftProvider.ts'
import type { FetchJson } from '../../infra/egress/createFetchJson.ts'
import { blockscoutActivity } from './blockscoutActivity.ts'
import { blockscoutBalances } from './blockscoutBalances.ts'
import { blockscoutNfts } from './blockscoutNfts.ts'
import { createBlockscoutClient } from './createBlockscoutClient.ts'

/** Creates the providers over the configured Blockscout instances; none without configuration. */
export function blockscout({
  urls,
  fetchJson,
  chains,
}: {
  urls: ReadonlyMap<CaipNetworkId, string>
  fetchJson: FetchJson
  chains: ReadonlyMap<CaipNetworkId, Chain>
}): { balances: BalanceProvider[]; activity: ActivityProvider[]; nfts: NftProvider[] } {
  if (urls.size === 0) return { balances: [], activity: [], nfts: [] }
  const client = createBlockscoutClient({ urls, fetchJson })
  return {
    balances: [blockscoutBalances({ client })],
    activity: [blockscoutActivity({ client, chains })],
    nfts: [blockscoutNfts({ client })],
  }
}
