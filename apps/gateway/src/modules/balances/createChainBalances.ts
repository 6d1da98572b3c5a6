import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { CoinCall, ContractCall } from '../../chains/evm/chain/ContractCall.ts'
import { callMany } from '../../chains/evm/chain/callMany.ts'
import type { Indexer } from '../../chains/evm/indexer/Indexer.ts'
import type { IndexStore } from '../../chains/evm/indexer/IndexStore.ts'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import { nativeCoin } from '../../chains/shared/nativeCoin.ts'
import type { BalanceProvider, Holding } from '../../chains/shared/providers/BalanceProvider.ts'
import type { Coverage } from '../../chains/shared/providers/Provider.ts'
import type { PriceService } from '../prices/service.ts'
import type { TokenService } from '../tokens/service.ts'

const erc20Abi = parseAbi(['function balanceOf(address account) view returns (uint256)'])
/** Tokens read per account besides the listed ones. Accounts with more have received them in airdrops. */
const maxSeen = 500

/**
 * Creates a balance provider that reads from RPC nodes in at most three batches: the coin and all candidate tokens,
 * then tokens that the index discovers in the meantime, then names and prices.
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
  /** Updates the index of the account's token transfers, to discover tokens that no list contains. */
  async function discover(chain: Chain, account: string, deadline: number): Promise<Coverage> {
    try {
      const progress = await indexers.get(chain.id)?.readTransfers({ account, deadline })
      return progress?.backfilledTo === 0 ? 'indexed' : 'list'
    } catch (error) {
      // Continue with listed tokens and those discovered earlier.
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
    const results = await callMany({ chain, calls, deadline })
    const held = addresses.flatMap((address, index) => {
      const result = results[index + first.length]
      // Any other length is not a uint256: the address has no code, or its contract is not a token.
      const amount = result?.length === 66 ? BigInt(result) : 0n
      return amount > 0n ? [{ address, amount }] : []
    })
    return { coin: first.length > 0 ? results[0] : undefined, held }
  }

  return {
    id: 'chain',
    serves: (chain) => chains.has(chain),
    cost: 1,
    rate: null,
    async list({ chain: id, account, tokens: requested, deadline }) {
      const chain = chains.get(id) as Chain
      const seen = () => store.seenTokens({ chain: id, account, limit: maxSeen })
      const discovering = discover(chain, account, deadline)
      const candidates = new Set([...tokens.listed(id), ...requested, ...(await seen())])
      const [{ coin, held }, coverage] = await Promise.all([
        readAmounts(chain, account, [...candidates], deadline, [{ coinOf: account as Hex }]),
        discovering,
      ])
      const discovered = (await seen()).filter((address) => !candidates.has(address))
      if (discovered.length > 0) held.push(...(await readAmounts(chain, account, discovered, deadline)).held)
      // If the batch has no coin balance, request it directly; if that fails too, the read fails.
      const native = BigInt(
        coin ?? ((await chain.request(balanceOf(account), { deadline })) as string | number),
      )

      const addresses = held.map(({ address }) => address)
      const describe = await tokens.prepare({ chain, addresses, deadline })
      // Start both at once, so that they are sent in one batch.
      const [metadata, price] = await Promise.all([
        describe(),
        prices.read({ chain: id, assets: ['native', ...addresses], deadline }),
      ])
      const holdings = held.flatMap(({ address, amount }): Holding[] => {
        const { name, symbol, decimals } = metadata.get(address) ?? {}
        // Leave out tokens with 0 or unknown decimals (their amounts cannot be distinguished from NFTs) or without a symbol.
        if (!symbol || !decimals) return []
        const iconUrl = tokens.iconUrl(id, address)
        return [
          { address, amount, name: name ?? symbol, symbol, decimals, price: price.get(address), iconUrl },
        ]
      })
      const coinHolding: Holding = {
        ...nativeCoin(chain),
        address: undefined,
        amount: native,
        price: price.get('native'),
      }
      return { holdings: [coinHolding, ...holdings], coverage, isPriced: true }
    },
  }
}

function balanceOf(account: string) {
  return { method: 'eth_getBalance', params: [account, 'latest'] }
}
