import type { CaipNetworkId } from '@portico/protocol'
import type { BalanceCoverage, TokenBalance } from '@portico/protocol/gateway'
import { BoundedMap, type Log } from '@portico/server'
import { formatUnits } from 'viem/utils'
import { rulesOf } from '../../chains/namespaceRules.ts'
import type { BalanceProvider, Holding } from '../../chains/shared/providers/BalanceProvider.ts'
import { firstSuccess } from '../../chains/shared/providers/firstSuccess.ts'
import type { ProtectedProvider } from '../../chains/shared/providers/withCircuitBreakers.ts'
import type { PriceService } from '../prices/service.ts'
import type { TokenService } from '../tokens/service.ts'

/** The balances of an account on one chain. */
export type ChainBalances = {
  /** The coin first, then tokens, the most valuable first. */
  balances: TokenBalance[]
  coverage: BalanceCoverage
}

export type BalanceService = {
  /**
   * Lists what an account holds on a chain, with values in a currency. Results are cached until the next block.
   *
   * @param query.head hash of the newest block.
   * @param query.tokens lower-case token addresses to read in any case; if given, the cache and third parties are
   * bypassed.
   * @param query.deadline milliseconds since the epoch.
   * @throws {UpstreamsFailedError | RpcError} if the chain cannot be read.
   */
  list(query: {
    chain: CaipNetworkId
    account: string
    currency: string
    head: string
    tokens?: readonly string[] | undefined
    deadline: number
  }): Promise<ChainBalances>
}

/** Cache lifetime while no new block arrives: prices change without blocks, and tokens may still be discovered. */
const cacheMs = { indexed: 60_000, list: 10_000 }
const maxCached = 5000

type CachedBalances = { head: string; at: number; result: Promise<ChainBalances>; coverage: BalanceCoverage }

/** Creates the service that returns balances from the first provider that succeeds. */
export function createBalanceService({
  providers,
  prices,
  tokens: metadata,
  log,
  now = Date.now,
}: {
  providers: readonly ProtectedProvider<BalanceProvider>[]
  prices: PriceService
  tokens: Pick<TokenService, 'iconUrl'>
  log: Log
  now?: () => number
}): BalanceService {
  /** By chain, account and currency. */
  const cache = new BoundedMap<string, CachedBalances>({ max: maxCached })

  async function read(query: Parameters<BalanceService['list']>[0]): Promise<ChainBalances> {
    const { chain, account, currency, tokens, deadline } = query
    const { value } = await firstSuccess({
      // A forced refresh bypasses third parties and reads the chain, which is the last provider.
      providers:
        tokens === undefined
          ? providers
          : providers.filter(({ provider }) => provider.serves(chain)).slice(-1),
      chain,
      log,
      ask: (provider) => provider.list({ chain, account, tokens: tokens ?? [], deadline }),
    })
    const unpriced = value.isPriced ? [] : value.holdings.filter(({ price }) => price === undefined)
    const [dollarPrices, rate] = await Promise.all([
      prices.read({ chain, assets: unpriced.map(({ address }) => address ?? 'native'), deadline }),
      prices.rate({ currency, deadline }),
    ])
    const [coin, ...rest] = value.holdings.map((holding) => {
      const dollars = holding.price ?? dollarPrices.get(holding.address ?? 'native')
      const price = dollars === undefined || rate === undefined ? undefined : dollars * rate
      const iconUrl = holding.iconUrl ?? metadata.iconUrl(chain, holding.address)
      return toBalance({ chain, holding: { ...holding, iconUrl }, price })
    })
    rest.sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.symbol.localeCompare(b.symbol))
    return { balances: coin ? [coin, ...rest] : [], coverage: value.coverage }
  }

  return {
    async list(query) {
      const { chain, account, currency, head, tokens } = query
      const key = `${chain}|${account}|${currency}`
      const cached = cache.get(key)
      const isFresh = cached?.head === head && now() - cached.at < cacheMs[cached.coverage]
      if (cached && isFresh && tokens === undefined) return cached.result
      const result = read(query)
      const entry: CachedBalances = { head, at: now(), result, coverage: 'list' }
      cache.delete(key)
      cache.set(key, entry)
      try {
        entry.coverage = (await result).coverage
        return await result
      } catch (error) {
        if (cache.get(key) === entry) cache.delete(key)
        throw error
      }
    },
  }
}

function toBalance({
  chain,
  holding: { name, symbol, decimals, amount, address, iconUrl = '' },
  price,
}: {
  chain: CaipNetworkId
  holding: Holding
  price: number | undefined
}): TokenBalance {
  const numeric = formatUnits(amount, decimals)
  return {
    name,
    symbol,
    chainId: chain,
    ...(address === undefined ? {} : { address: `${chain}:${rulesOf(chain).writeAddress(address)}` }),
    ...(price === undefined ? {} : { value: Number(numeric) * price }),
    price: price ?? 0,
    quantity: { decimals: String(decimals), numeric },
    iconUrl,
  }
}
