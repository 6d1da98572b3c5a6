import { RpcError } from '@portico/protocol'
import type { ConvertGasPriceResponse } from '@portico/protocol/gateway'
import type { Chain } from '../../chains/shared/Chain.ts'
import { Problem } from '../../infra/http/Problem.ts'

const blocks = '0xa'
const percentiles = [75, 95]

/**
 * Reads what transactions pay. `standard` is the node's own gas price. `fast` and `instant` are the base fee of the next block and
 * the tip that 75 and 95 percent of the gas of recent blocks did not exceed; without a fee history, a quarter and a half more.
 *
 * @throws {UpstreamsFailedError} if no upstream answers.
 * @throws {Problem} `upstream-unavailable` if the node does not know its gas price
 */
export async function readGasPrices(chain: Chain): Promise<ConvertGasPriceResponse> {
  const [price, history] = await chain.requestMany([
    { method: 'eth_gasPrice', params: [] },
    { method: 'eth_feeHistory', params: [blocks, 'latest', percentiles] },
  ])
  const standard = readQuantity(price)
  if (standard === undefined) throw new Problem('upstream-unavailable')
  const [fast, instant] = readHistory(history) ?? [(standard * 5n) / 4n, (standard * 3n) / 2n]
  const most = (one: bigint, other: bigint) => (one > other ? one : other)
  return {
    standard: standard.toString(),
    fast: most(standard, fast).toString(),
    instant: most(standard, instant).toString(),
  }
}

function readHistory(history: unknown): [fast: bigint, instant: bigint] | undefined {
  if (history instanceof RpcError || typeof history !== 'object' || history === null) return undefined
  const { baseFeePerGas, reward } = history as { baseFeePerGas?: unknown; reward?: unknown }
  if (!Array.isArray(baseFeePerGas) || !Array.isArray(reward)) return undefined
  const base = readQuantity(baseFeePerGas.at(-1))
  const tip = (column: number): bigint | undefined => {
    const tips = reward
      .map((row) => (Array.isArray(row) ? readQuantity(row[column]) : undefined))
      .filter((value) => value !== undefined)
      .sort((one, other) => (one < other ? -1 : 1))
    return tips[tips.length >> 1]
  }
  const [fast, instant] = [tip(0), tip(1)]
  if (base === undefined || fast === undefined || instant === undefined) return undefined
  return [base + fast, base + instant]
}

function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}
