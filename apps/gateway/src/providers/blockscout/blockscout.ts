import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from '../../chain/Chain.ts'
import type { ActivityProvider } from '../ActivityProvider.ts'
import type { BalanceProvider } from '../BalanceProvider.ts'
import type { FetchJson } from '../createFetchJson.ts'
import type { NftProvider } from '../NftProvider.ts'
import { blockscoutActivity } from './blockscoutActivity.ts'
import { blockscoutBalances } from './blockscoutBalances.ts'
import { blockscoutNfts } from './blockscoutNfts.ts'
import { createBlockscoutClient } from './createBlockscoutClient.ts'

/** Everything Blockscout instances can say; nothing where none is configured. */
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
