import type { Catalogue } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Dispatcher } from 'undici'
import type { HeadFollower } from '../../chains/evm/heads/createHeadFollower.ts'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import type { SwapProvider } from '../../chains/shared/providers/SwapProvider.ts'
import {
  type ProtectedProvider,
  withCircuitBreakers,
} from '../../chains/shared/providers/withCircuitBreakers.ts'
import { withoutCircuitBreaker } from '../../chains/shared/providers/withoutCircuitBreaker.ts'
import type { Config } from '../../infra/config/Config.ts'
import type { SwapProviderId } from '../../infra/config/SwapsConfig.ts'
import { createForeignSwaps, type ForeignSwapProvider } from '../../sources/swaps/createForeignSwaps.ts'
import { createSwapService } from '../../sources/swaps/createSwapService.ts'
import { makerSwaps } from '../../sources/swaps/makerSwaps.ts'
import type { Dexes } from './onchain/createDexes.ts'
import { createPools } from './onchain/createPools.ts'
import { onchainSwaps } from './onchain/onchainSwaps.ts'
import { withHeadCache } from './onchain/withHeadCache.ts'

/** Tokens that most pools of a network trade against. */
const baseSymbols = new Set(['USDC', 'USDT', 'DAI'])
const maxBases = 3

/** Creates the providers of the configuration. */
export function createSwapProviders({
  config,
  chains,
  dexesOf,
  catalogue,
  dispatcher,
  onRefused,
  isServed,
  follower,
  log,
  now,
}: {
  config: Pick<Config, 'swaps' | 'tokens'>
  chains: ReadonlyMap<CaipNetworkId, Chain>
  dexesOf: Dexes
  catalogue: Pick<Catalogue, 'tokenList'>
  dispatcher: Dispatcher
  onRefused: Parameters<typeof createForeignSwaps>[0]['onRefused']
  /** Whether the gateway has an upstream of a network. */
  isServed: (chain: CaipNetworkId) => boolean
  /** Of the blocks about which quotes over pools are. */
  follower: HeadFollower
  log: Log
  now: () => number
}): ProtectedProvider<SwapProvider>[] {
  /** The operator's tokens first, then the best known stable ones. */
  const basesOf = (chain: CaipNetworkId): Hex[] =>
    [
      ...(config.tokens.get(chain) ?? []),
      ...catalogue.tokenList(chain).filter(({ symbol }) => baseSymbols.has(symbol)),
    ]
      .slice(0, maxBases)
      .map(({ address }) => address.toLowerCase() as Hex)
  const { keys } = config.swaps
  const foreign = (id: ForeignSwapProvider) =>
    withCircuitBreakers(createForeignSwaps({ ids: [id], keys, chains, dispatcher, onRefused, now }), now)
  const create: Record<SwapProviderId, () => ProtectedProvider<SwapProvider>[]> = {
    onchain: () => {
      const provider = onchainSwaps({ chains, dexesOf, basesOf, pools: createPools({ log, now }) })
      return [withoutCircuitBreaker(withHeadCache({ provider, chains, follower }))]
    },
    kyberswap: () => foreign('kyberswap'),
    '1inch': () => foreign('1inch'),
    jupiter: () => foreign('jupiter'),
  }
  const makers = [...config.swaps.makers].flatMap(([chain, url]) => {
    if (!isServed(chain)) return []
    const service = createSwapService({ url, headers: {}, dispatcher })
    return withCircuitBreakers([makerSwaps({ chain, service })], now)
  })
  return [...config.swaps.providers.flatMap((id) => create[id]()), ...makers]
}
