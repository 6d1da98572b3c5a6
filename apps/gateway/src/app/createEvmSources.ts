import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { chainActivity } from '../chains/evm/activity/chainActivity.ts'
import type { Indexer } from '../chains/evm/indexer/Indexer.ts'
import type { IndexStore } from '../chains/evm/indexer/IndexStore.ts'
import type { Chain } from '../chains/shared/Chain.ts'
import { withCircuitBreakers } from '../chains/shared/providers/withCircuitBreakers.ts'
import { withoutCircuitBreaker } from '../chains/shared/providers/withoutCircuitBreaker.ts'
import type { Config } from '../infra/config/Config.ts'
import type { FetchJson } from '../infra/egress/createFetchJson.ts'
import { createChainBalances } from '../modules/balances/createChainBalances.ts'
import { chainNfts } from '../modules/nfts/chainNfts.ts'
import type { NftMetadataService } from '../modules/nfts/createNftMetadataService.ts'
import { withContractPictures } from '../modules/nfts/withContractPictures.ts'
import type { PriceService } from '../modules/prices/service.ts'
import type { TokenService } from '../modules/tokens/service.ts'
import { blockscout } from '../sources/blockscout/blockscout.ts'

/**
 * Creates the providers of balances, activity and NFTs for EVM networks: the configured Blockscout instances first, then
 * the network's own upstreams.
 */
export function createEvmSources({
  config,
  chains,
  indexers,
  store,
  tokens,
  prices,
  nftMetadata: metadata,
  fetchJson,
  log,
  now,
}: {
  config: Pick<Config, 'blockscoutUrls'>
  chains: ReadonlyMap<CaipNetworkId, Chain>
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
  store: IndexStore
  tokens: TokenService
  prices: PriceService
  nftMetadata: NftMetadataService
  fetchJson: FetchJson
  log: Log
  now: () => number
}) {
  const explorer = blockscout({ urls: config.blockscoutUrls, fetchJson, chains })
  const balances = createChainBalances({ chains, tokens, prices, indexers, store, log })
  const activity = chainActivity({ chains, indexers, store })
  const nfts = chainNfts({ chains, indexers, store, tokens, metadata })
  const explorerNfts = explorer.nfts.map((provider) => withContractPictures({ provider, chains, metadata }))
  return {
    balances: [...withCircuitBreakers(explorer.balances, now), withoutCircuitBreaker(balances)],
    activity: [...withCircuitBreakers(explorer.activity, now), withoutCircuitBreaker(activity)],
    nfts: [...withCircuitBreakers(explorerNfts, now), withoutCircuitBreaker(nfts)],
    /** The providers that read the network's own upstreams. */
    ownProviders: { balances, activity },
  }
}
