import { RpcError } from '@portico/protocol'
import { decodeAbiParameters, encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { Leg, Pool, PoolResult } from './Pool.ts'
import { quoterCode } from './quoterCode.ts'

/** Most pools tried at once, and the gas for all of them. */
export const maxPools = 48
const gas = '0x989680'

const notRun =
  'The nodes of this network do not run the quoter. The operator can name a deployed one (DEXES).'

const abi = parseAbi([
  'function quote(uint256 amount, uint256[] legs, uint256[] steps) returns (uint256[] results)',
])
const parameters = abi[0].inputs
const results = abi[0].outputs

/**
 * Tries an amount at many pools in one exchange with the node, which also returns the gas price. The code that tries is sent along
 * and never deployed: `apps/devnet/contracts/SwapQuoter.sol` describes it. A bad pool spoils no other. Pools are measured, not
 * believed; only one whose factory lets it forge the quoter's own answer can claim more, for its own routes.
 *
 * @param quoter a deployed quoter, for nodes that refuse such calls
 * @returns for each leg what its pools have answered; the gas price in wei is undefined if the node does not know it
 * @throws {Problem} `upstream-unavailable` if the node refuses the call, or does not run it
 */
export async function quotePools({
  chain,
  legs,
  amount,
  quoter,
  deadline,
}: {
  chain: Chain
  legs: readonly Leg[]
  amount: bigint
  quoter?: Hex | undefined
  deadline: number
}): Promise<{ results: Map<Leg, PoolResult[]>; gasPrice: bigint | undefined }> {
  const steps = legs.flatMap((leg) => leg.pools.map((pool) => ({ leg, pool })))
  const args = [
    amount,
    legs.map((leg) => BigInt(leg.bought) | (BigInt(sourceOf(leg, legs)) << 160n)),
    steps.map(({ leg, pool }) => encodeStep(pool, leg, legs.indexOf(leg))),
  ] as const
  const call = quoter
    ? { to: quoter, data: encodeFunctionData({ abi, args }) }
    : { data: `${quoterCode}${encodeAbiParameters(parameters, args).slice(2)}` }
  const [answer, price] = await chain.requestMany(
    [
      { method: 'eth_call', params: [{ ...call, gas }, 'latest'] },
      { method: 'eth_gasPrice', params: [] },
    ],
    { deadline },
  )
  if (answer instanceof RpcError) throw new Problem('upstream-unavailable', { detail: notRun, cause: answer })
  const words = decode(answer, steps.length * 2)
  const found = new Map<Leg, PoolResult[]>(legs.map((leg) => [leg, []]))
  for (const [index, { leg, pool }] of steps.entries())
    found.get(leg)?.push(readResult(words[2 * index] ?? 0n, words[2 * index + 1] ?? 0n, pool, leg))
  return { results: found, gasPrice: readQuantity(price) }
}

function sourceOf({ source }: Leg, legs: readonly Leg[]): number {
  if (source === 'amount') return 0
  return source === 'nothing' ? 255 : legs.indexOf(source) + 1
}

function encodeStep({ address, dex, fee, token0 }: Pool, { sold }: Leg, leg: number): bigint {
  return (
    BigInt(address) |
    (BigInt(fee) << 160n) |
    (BigInt(leg) << 184n) |
    (dex.kind === 'v3' ? 1n << 192n : 0n) |
    (sold === token0 ? 1n << 200n : 0n)
  )
}

function decode(answer: unknown, length: number): readonly bigint[] {
  try {
    const [words] = decodeAbiParameters(results, answer as Hex)
    if (words.length === length) return words
  } catch {
    // Reported below: the node did not run the call.
  }
  throw new Problem('upstream-unavailable', { detail: notRun })
}

function readResult(out: bigint, state: bigint, pool: Pool, { sold }: Leg): PoolResult {
  const price = state & ((1n << 224n) - 1n)
  return { out, gas: state >> 224n, price: readPrice(price, pool, sold === pool.token0) }
}

function readPrice(word: bigint, { dex }: Pool, zeroForOne: boolean): PoolResult['price'] {
  if (word === 0n) return undefined
  if (dex.kind === 'v2') {
    const reserves = { sold: word >> 112n, bought: word & ((1n << 112n) - 1n) }
    return reserves.sold > 0n && reserves.bought > 0n ? reserves : undefined
  }
  const [one, scale] = [word * word, 1n << 192n]
  return zeroForOne ? { sold: scale, bought: one } : { sold: one, bought: scale }
}

function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}
