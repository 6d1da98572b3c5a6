import { RpcError } from '@portico/protocol'
import type { Chain, ChainCall } from '../../../shared/Chain.ts'
import type { UpstreamViews } from '../../chain/UpstreamViews.ts'
import { bisectReader } from './bisectReader.ts'
import type { CoinReader } from './CoinReader.ts'
import { isOverridden, isQuantity, overrideCall } from './readStates.ts'
import { searchReader } from './searchReader.ts'
import { traceBlockCall } from './traceBlock.ts'
import { traceReader } from './traceReader.ts'
import { transfersApiReader } from './transfersApiReader.ts'

const zeroAddress = '0x0000000000000000000000000000000000000000'
/** Up to this height the blocks themselves are read sooner than the account's state in them. */
const fewBlocks = 2000

/** Whether an upstream supports something, with requests that test for it. */
type Feature = { probe: (head: number) => ChainCall[]; isSupported: (answers: readonly unknown[]) => boolean }

const features = {
  traceFilter: {
    probe: (head) => [
      {
        method: 'trace_filter',
        params: [{ fromBlock: toHex(head), toBlock: toHex(head), toAddress: [zeroAddress], count: 1 }],
      },
    ],
    isSupported: ([answer]) => Array.isArray(answer),
  },
  search: {
    probe: () => [{ method: 'ots_searchTransactionsBefore', params: [zeroAddress, 1, 1] }],
    isSupported: ([answer]) => Array.isArray((answer as { txs?: unknown } | null)?.txs),
  },
  transfersApi: {
    probe: (head) => [
      {
        method: 'alchemy_getAssetTransfers',
        params: [
          {
            fromBlock: toHex(head),
            toBlock: toHex(head),
            toAddress: zeroAddress,
            category: ['external'],
            maxCount: '0x1',
          },
        ],
      },
    ],
    isSupported: ([answer]) => Array.isArray((answer as { transfers?: unknown } | null)?.transfers),
  },
  archive: {
    // Full nodes may still have the state of the first block, but not that of one in between.
    probe: (head) =>
      [1, head >> 1].map((block) => ({ method: 'eth_getBalance', params: [zeroAddress, toHex(block)] })),
    isSupported: (answers) => answers.every(isQuantity),
  },
  traceBlock: {
    probe: (head) => [traceBlockCall(head)],
    isSupported: ([answer]) => Array.isArray(answer),
  },
  override: {
    probe: (head) => [overrideCall(zeroAddress, head)],
    isSupported: ([answer]) => isOverridden(answer),
  },
} satisfies Record<string, Feature>
type FeatureName = keyof typeof features

/** The ways to find coin transfers, best first. */
const rungs: readonly {
  needs: readonly FeatureName[]
  isFor?: (head: number) => boolean
  make: (options: { chain: Chain }) => CoinReader
}[] = [
  { needs: ['traceFilter'], make: traceReader },
  { needs: ['search'], make: searchReader },
  { needs: ['transfersApi'], make: transfersApiReader },
  ...[
    { needs: ['archive', 'traceBlock', 'override'] as const, traces: true, overrides: true },
    { needs: ['archive', 'traceBlock'] as const, traces: true, overrides: false },
    { needs: ['archive', 'override'] as const, traces: false, overrides: true },
    { needs: ['archive'] as const, traces: false, overrides: false },
  ].map(({ needs, ...options }) => ({
    needs,
    isFor: (head: number) => head > fewBlocks,
    make: ({ chain }: { chain: Chain }) => bisectReader({ chain, ...options }),
  })),
]

/**
 * Detects what each upstream supports, and the best way to find an account's coin transfers. Only the upstreams that support
 * it are asked.
 *
 * @returns undefined if coin transfers have to be read from blocks.
 * @throws {UpstreamsFailedError} if no upstream answers.
 */
export async function findCoinReader({
  upstreams,
  head,
  deadline,
}: {
  upstreams: UpstreamViews
  /** The newest block number. */
  head: number
  deadline: number
}): Promise<CoinReader | undefined> {
  const indexes = Array.from({ length: upstreams.size }, (_, index) => index)
  const detect = (retries: boolean) =>
    Promise.allSettled(
      indexes.map((index) =>
        detectFeatures({ upstream: upstreams.only([index], { retries }), head, deadline }),
      ),
    )
  const isAnswered = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.some(({ status }) => status === 'fulfilled')
  // Retries take a second where an upstream has no old states, so only if none has answered without them.
  let detected = await detect(false)
  if (!isAnswered(detected)) detected = await detect(true)
  if (!isAnswered(detected)) throw (detected[0] as PromiseRejectedResult).reason
  const supports = (index: number, names: readonly FeatureName[]) => {
    const result = detected[index]
    return result?.status === 'fulfilled' && names.every((name) => result.value.has(name))
  }
  for (const { needs, isFor = () => true, make } of rungs) {
    const able = isFor(head) ? indexes.filter((index) => supports(index, needs)) : []
    if (able.length > 0) return make({ chain: upstreams.only(able) })
  }
  return undefined
}

async function detectFeatures({
  upstream,
  head,
  deadline,
}: {
  upstream: Chain
  head: number
  deadline: number
}): Promise<ReadonlySet<FeatureName>> {
  const probes = Object.entries(features).flatMap(([name, { probe }]) =>
    probe(head).map((call) => ({ name, call })),
  )
  const answers = await upstream.requestMany(
    probes.map(({ call }) => call),
    { deadline },
  )
  const supported = Object.entries(features).filter(([name, { isSupported }]) => {
    const own = answers.filter((_, index) => probes[index]?.name === name)
    return !own.some((answer) => answer instanceof RpcError) && isSupported(own)
  })
  return new Set(supported.map(([name]) => name as FeatureName))
}

function toHex(block: number): string {
  return `0x${block.toString(16)}`
}
