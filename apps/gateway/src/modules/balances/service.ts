import type { CaipNetworkId } from '@portico/protocol'
import type { BalanceCoverage, TokenBalance } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import { formatUnits } from 'viem/utils'
import { rulesOf } from '../../families/rulesOf.ts'
import type { BalanceProvider, Holding } from '../../providers/BalanceProvider.ts'
import { firstSuccess } from '../../providers/firstSuccess.ts'
import type { Guarded } from '../../providers/guardAll.ts'
import type { PriceService } from '../prices/service.ts'

/** What an account has on one chain. */
export type ChainBalances = {
  /** The coin first, then tokens by value. */
  balances: TokenBalance[]
  coverage: BalanceCoverage
}

export type BalanceService = {
  /**
   * What an account holds on a chain, in the prices of a currency. Answers are kept for the block they were read at.
   *
   * @param query.head hash of the newest block.
   * @param query.tokens lower-case addresses that are wanted in any case; with them nothing is taken from what was kept.
   * @throws {UpstreamsFailedError | RpcError} if the chain cannot be asked.
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

/** While the chain stands still: prices move without blocks, and tokens are still being found. */
const keepFor = { indexed: 60_000, list: 10_000 }
const maxKept = 5000

type Kept = { head: string; at: number; answer: Promise<ChainBalances>; coverage: BalanceCoverage }

/** Balances from the first provider that answers. */
export function createBalanceService({
  providers,
  prices,
  log,
  now = Date.now,
}: {
  providers: readonly Guarded<BalanceProvider>[]
  prices: PriceService
  log: Log
  now?: () => number
}): BalanceService {
  /** By account, chain and currency. */
  const kept = new Map<string, Kept>()

  async function read(query: Parameters<BalanceService['list']>[0]): Promise<ChainBalances> {
    const { chain, account, currency, tokens, deadline } = query
    const { value } = await firstSuccess({
      // What is to be new comes from the chain itself: the last one.
      providers:
        tokens === undefined
          ? providers
          : providers.filter(({ provider }) => provider.serves(chain)).slice(-1),
      chain,
      log,
      ask: (provider) => provider.list({ chain, account, tokens: tokens ?? [], deadline }),
    })
    const open = value.isPriced ? [] : value.holdings.filter(({ price }) => price === undefined)
    const [found, rate] = await Promise.all([
      prices.read({ chain, assets: open.map(({ address }) => address ?? 'native'), deadline }),
      prices.rate({ currency, deadline }),
    ])
    const [coin, ...rest] = value.holdings.map((holding) => {
      const dollars = holding.price ?? found.get(holding.address ?? 'native')
      const price = dollars === undefined || rate === undefined ? undefined : dollars * rate
      return toBalance({ chain, holding, price })
    })
    rest.sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.symbol.localeCompare(b.symbol))
    return { balances: coin ? [coin, ...rest] : [], coverage: value.coverage }
  }

  return {
    async list(query) {
      const { chain, account, currency, head, tokens } = query
      const key = `${chain}|${account}|${currency}`
      const known = kept.get(key)
      const isFresh = known?.head === head && now() - known.at < keepFor[known.coverage]
      if (known && isFresh && tokens === undefined) return known.answer
      const answer = read(query)
      const entry: Kept = { head, at: now(), answer, coverage: 'list' }
      kept.delete(key)
      kept.set(key, entry)
      const oldest = kept.size > maxKept ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      try {
        entry.coverage = (await answer).coverage
        return await answer
      } catch (error) {
        if (kept.get(key) === entry) kept.delete(key)
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
