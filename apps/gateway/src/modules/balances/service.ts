import type { TokenBalance } from '@portico/protocol/gateway'
import { encodeFunctionData, formatUnits, getAddress, parseAbi } from 'viem/utils'
import type { Chain, Hex } from '../../chain/Chain.ts'
import { callMany } from '../../chain/callMany.ts'
import { nativeCoin } from '../../chain/nativeCoin.ts'
import type { Indexer } from '../../indexer/createIndexer.ts'
import type { IndexStore } from '../../indexer/store.ts'
import type { Log } from '../../log/createLog.ts'
import type { PriceService } from '../prices/service.ts'
import type { TokenService } from '../tokens/service.ts'

export type BalanceService = {
  /**
   * What an account holds on a chain: the coin first, then tokens by value.
   *
   * @throws {UpstreamsFailedError | RpcError} if the chain cannot be asked.
   */
  list(query: { chain: Chain; account: string; currency: string; deadline: number }): Promise<TokenBalance[]>
}

const erc20Abi = parseAbi(['function balanceOf(address account) view returns (uint256)'])
/** More tokens than this come from airdrops. */
const maxSeen = 500

/** Balances from a plain node: one `eth_getBalance`, and one multicall over every token that may be there. */
export function createBalanceService({
  tokens,
  prices,
  indexers,
  store,
  log,
}: {
  tokens: TokenService
  prices: PriceService
  indexers: ReadonlyMap<string, Indexer>
  store: IndexStore
  log: Log
}): BalanceService {
  /** Tokens the account has moved, whoever listed them. */
  async function seenTokens(chain: Chain, account: string, deadline: number): Promise<string[]> {
    try {
      await indexers.get(chain.id)?.readTransfers({ account, deadline })
    } catch (error) {
      // Listed tokens and those found before are still worth showing.
      log.warn({ chain: chain.id, error }, 'token transfers could not be read')
    }
    return store.seenTokens({ chain: chain.id, account, limit: maxSeen })
  }

  return {
    async list({ chain, account, currency, deadline }) {
      const native = chain.request({ method: 'eth_getBalance', params: [account, 'latest'] }, { deadline })
      // Awaited below; a failure before that must not go unhandled.
      native.catch(() => undefined)
      const seen = await seenTokens(chain, account, deadline)
      const addresses = [...new Set([...tokens.listed(chain.id), ...seen])]
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account as Hex] })
      const answers = await callMany({
        chain,
        calls: addresses.map((address) => ({ target: getAddress(address), data })),
        deadline,
      })
      const held = addresses.flatMap((address, index) => {
        const answer = answers[index]
        // Nothing, or not a number: an account, or a contract that is no token.
        const amount = answer?.length === 66 ? BigInt(answer) : 0n
        return amount > 0n ? [{ address, amount }] : []
      })
      // Prices are in US dollars; there is no source of exchange rates yet.
      const priced = currency === 'usd' ? ['native', ...held.map(({ address }) => address)] : []
      const [metadata, price, nativeAmount] = await Promise.all([
        tokens.describe({ chain, addresses: held.map(({ address }) => address), deadline }),
        prices.read({ chain, assets: priced, deadline }),
        native,
      ])

      const coin = nativeCoin(chain)
      const balances = held.flatMap(({ address, amount }) => {
        const { name, symbol, decimals } = metadata.get(address) ?? {}
        // Specification §5: tokens without decimals are dropped. Without a symbol nobody knows what it is.
        if (!symbol || !decimals) return []
        return toBalance({
          chain,
          name: name ?? symbol,
          symbol,
          decimals,
          amount,
          price: price.get(address),
          address: `${chain.id}:${getAddress(address)}`,
        })
      })
      balances.sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.symbol.localeCompare(b.symbol))
      return [
        toBalance({ chain, ...coin, amount: BigInt(nativeAmount as string), price: price.get('native') }),
        ...balances,
      ]
    },
  }
}

function toBalance({
  chain,
  name,
  symbol,
  decimals,
  amount,
  price,
  address,
}: {
  chain: Chain
  name: string
  symbol: string
  decimals: number
  amount: bigint
  price: number | undefined
  address?: string | undefined
}): TokenBalance {
  const numeric = formatUnits(amount, decimals)
  return {
    name,
    symbol,
    chainId: chain.id,
    ...(address === undefined ? {} : { address }),
    ...(price === undefined ? {} : { value: Number(numeric) * price }),
    price: price ?? 0,
    quantity: { decimals: String(decimals), numeric },
    iconUrl: '',
  }
}
