import type { CaipNetworkId } from '@portico/protocol'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { ContractAnswer } from '../../chains/evm/chain/ContractCall.ts'
import { callMany } from '../../chains/evm/chain/callMany.ts'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import type { PriceProvider } from '../../chains/shared/providers/PriceProvider.ts'
import type { Config, PricePool } from '../../infra/config/Config.ts'

const abi = parseAbi([
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function liquidity() view returns (uint128)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address account) view returns (uint256)',
])
/** Seconds over which the price is averaged, so that manipulating single blocks has little effect. */
const span = 1800
const observeData = encodeFunctionData({ abi, functionName: 'observe', args: [[span, 0]] })
const token0Data = encodeFunctionData({ abi, functionName: 'token0' })
const token1Data = encodeFunctionData({ abi, functionName: 'token1' })
const liquidityData = encodeFunctionData({ abi, functionName: 'liquidity' })
const decimalsData = encodeFunctionData({ abi, functionName: 'decimals' })
const maxDecimals = 36n

/**
 * Provides prices from Uniswap v3 pools: the 30-minute average (`observe`) against a dollar stablecoin. A pool that
 * holds less of the stablecoin than its `floor` is ignored, as its price would be cheap to manipulate.
 */
export function poolPrices({
  chains,
  pools,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  pools: Config['pricePools']
}): PriceProvider {
  return {
    id: 'pools',
    serves: (chain) => pools.has(chain) && chains.has(chain),
    cost: 1,
    rate: null,
    async read({ chain: id, assets, deadline }) {
      const configured = assets.flatMap((asset) => {
        const pool = pools.get(id)?.get(asset)
        return pool ? [{ asset, pool }] : []
      })
      const answers = await callMany({
        chain: chains.get(id) as Chain,
        calls: configured.flatMap(({ pool: { pool, token, stable } }) => [
          { target: pool, data: observeData },
          { target: pool, data: token0Data },
          { target: pool, data: token1Data },
          { target: pool, data: liquidityData },
          { target: token, data: decimalsData },
          { target: stable, data: decimalsData },
          {
            target: stable,
            data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [pool] }),
          },
        ]),
        deadline,
      })
      return new Map(
        configured.flatMap(({ asset, pool }, index) => {
          const price = readPrice(pool, answers.slice(index * 7, index * 7 + 7))
          return price === undefined ? [] : [[asset, price] as const]
        }),
      )
    },
  }
}

function readPrice({ token, stable, floor }: PricePool, answers: readonly ContractAnswer[]) {
  const [observed, ...rest] = answers
  const words = rest.map(readWord)
  const [token0, token1, liquidity, tokenDecimals, stableDecimals, depth] = words
  if (observed === undefined || !words.every((word) => word !== undefined)) return undefined
  if (!liquidity || tokenDecimals === undefined || stableDecimals === undefined || depth === undefined)
    return undefined
  if (tokenDecimals > maxDecimals || stableDecimals > maxDecimals) return undefined
  const isFirst = token0 === BigInt(token) && token1 === BigInt(stable)
  // Check the tokens: the configuration may name the wrong pool.
  if (!isFirst && !(token1 === BigInt(token) && token0 === BigInt(stable))) return undefined
  if (Number(depth) / 10 ** Number(stableDecimals) < floor) return undefined
  const tick = readTick(observed)
  if (tick === undefined) return undefined
  // A tick is the logarithm to base 1.0001 of the price of token 0 in token 1, in base units.
  const ratio = 1.0001 ** (isFirst ? tick : -tick)
  const price = ratio * 10 ** (Number(tokenDecimals) - Number(stableDecimals))
  return Number.isFinite(price) && price > 0 ? price : undefined
}

function readTick(observed: Hex): number | undefined {
  try {
    const [cumulatives] = decodeFunctionResult({ abi, functionName: 'observe', data: observed })
    const [then, now] = cumulatives
    return then === undefined || now === undefined ? undefined : Number(now - then) / span
  } catch {
    // Not two arrays: not a Uniswap v3 pool.
    return undefined
  }
}

function readWord(answer: ContractAnswer): bigint | undefined {
  return answer?.length === 66 ? BigInt(answer) : undefined
}
