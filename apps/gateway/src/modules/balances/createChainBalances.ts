import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { Chain, Hex } from '../../chain/Chain.ts'
import { type CoinCall, type ContractCall, callMany } from '../../chain/callMany.ts'
import { nativeCoin } from '../../chain/nativeCoin.ts'
import type { Indexer } from '../../indexer/createIndexer.ts'
import type { IndexStore } from '../../indexer/store.ts'
import type { BalanceProvider, Holding } from '../../providers/BalanceProvider.ts'
import type { Coverage } from '../../providers/Provider.ts'
import type { PriceService } from '../prices/service.ts'
import type { TokenService } from '../tokens/service.ts'

const erc20Abi = parseAbi(['function balanceOf(address account) view returns (uint256)'])
/** More tokens than this come from airdrops. */
const maxSeen = 500

/**
 * Balances from plain nodes: the coin and every token that may be there in one read, names and prices in a second one;
 * what the account has moved meanwhile in a third.
 */
export function createChainBalances({
  chains,
  tokens,
  prices,
  indexers,
  store,
  log,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  tokens: TokenService
  prices: PriceService
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
  store: IndexStore
  log: Log
}): BalanceProvider {
  /** Looks for tokens the account has moved, whoever listed them. */
  async function discover(chain: Chain, account: string, deadline: number): Promise<Coverage> {
    try {
      const found = await indexers.get(chain.id)?.readTransfers({ account, deadline })
      return found?.backfilledTo === 0 ? 'indexed' : 'list'
    } catch (error) {
      // Listed tokens and those found before are still worth showing.
      log.warn({ chain: chain.id, error }, 'token transfers could not be read')
      return 'list'
    }
  }

  type Amount = { address: string; amount: bigint }
  async function readAmounts(
    chain: Chain,
    account: string,
    addresses: readonly string[],
    deadline: number,
    first: readonly CoinCall[] = [],
  ): Promise<{ coin: Hex | undefined; held: Amount[] }> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account as Hex] })
    const calls: (CoinCall | ContractCall)[] = [
      ...first,
      ...addresses.map((address) => ({ target: getAddress(address), data })),
    ]
    const answers = await callMany({ chain, calls, deadline })
    const held = addresses.flatMap((address, index) => {
      const answer = answers[index + first.length]
      // Nothing, or not a number: an account, or a contract that is no token.
      const amount = answer?.length === 66 ? BigInt(answer) : 0n
      return amount > 0n ? [{ address, amount }] : []
    })
    return { coin: first.length > 0 ? answers[0] : undefined, held }
  }

  return {
    id: 'chain',
    serves: (chain) => chains.has(chain),
    cost: 1,
    rate: null,
    async list({ chain: id, account, tokens: wanted, deadline }) {
      const chain = chains.get(id) as Chain
      const seen = () => store.seenTokens({ chain: id, account, limit: maxSeen })
      const discovering = discover(chain, account, deadline)
      const known = new Set([...tokens.listed(id), ...wanted, ...(await seen())])
      const [{ coin, held }, coverage] = await Promise.all([
        readAmounts(chain, account, [...known], deadline, [{ coinOf: account as Hex }]),
        discovering,
      ])
      const fresh = (await seen()).filter((address) => !known.has(address))
      if (fresh.length > 0) held.push(...(await readAmounts(chain, account, fresh, deadline)).held)
      // Without the coin's balance the node said nothing worth showing.
      const native = BigInt(
        coin ?? ((await chain.request(balanceOf(account), { deadline })) as string | number),
      )

      const addresses = held.map(({ address }) => address)
      const describe = await tokens.prepare({ chain, addresses, deadline })
      // Both start now, so that they are read together.
      const [metadata, price] = await Promise.all([
        describe(),
        prices.read({ chain: id, assets: ['native', ...addresses], deadline }),
      ])
      const holdings = held.flatMap(({ address, amount }): Holding[] => {
        const { name, symbol, decimals } = metadata.get(address) ?? {}
        // Specification §5: tokens without decimals are dropped. Without a symbol nobody knows what it is.
        if (!symbol || !decimals) return []
        const iconUrl = tokens.iconUrl(id, address)
        return [
          { address, amount, name: name ?? symbol, symbol, decimals, price: price.get(address), iconUrl },
        ]
      })
      const first: Holding = {
        ...nativeCoin(chain),
        address: undefined,
        amount: native,
        price: price.get('native'),
      }
      return { holdings: [first, ...holdings], coverage, isPriced: true }
    },
  }
}

function balanceOf(account: string) {
  return { method: 'eth_getBalance', params: [account, 'latest'] }
}
