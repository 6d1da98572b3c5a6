import type { Chain } from '../../chain/Chain.ts'
import { readGas, readHex, readLogs } from './readNode.ts'
import type { NodeCall, Simulated, SimulatedLog } from './Simulated.ts'

/**
 * Runs one call under a tracer: its frames carry the logs, the difference of states the account's balance.
 *
 * @throws {RpcError | UpstreamsFailedError}
 * @see https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers#call-tracer
 */
export async function traceCall({
  chain,
  account,
  call,
  deadline,
}: {
  chain: Chain
  account: string
  call: NodeCall
  deadline: number
}): Promise<Simulated> {
  const trace = (tracer: object) =>
    chain.request({ method: 'debug_traceCall', params: [call, 'latest', tracer] }, { deadline })
  const [frame, states] = await Promise.all([
    trace({ tracer: 'callTracer', tracerConfig: { withLog: true } }),
    // Not every node has this one; the frames tell what was sent, too.
    trace({ tracer: 'prestateTracer', tracerConfig: { diffMode: true } }).catch(() => undefined),
  ])
  if (typeof frame !== 'object' || frame === null || !('type' in frame))
    throw new Error('The node answered debug_traceCall without a frame.')
  const top = frame as Frame
  const gasUsed = readGas(top.gasUsed)
  if (typeof top.error === 'string')
    return { status: 'reverted', data: readHex(top.output), message: top.error, gasUsed }
  const lower = account.toLowerCase()
  const logs: SimulatedLog[] = []
  let sent = 0n
  // A stack of our own: frames may lie a thousand deep.
  const waiting: Frame[] = [top]
  for (let current = waiting.pop(); current; current = waiting.pop()) {
    // What a failed frame did is undone, with all below it.
    if (typeof current !== 'object' || typeof current.error === 'string') continue
    logs.push(...readLogs(current.logs))
    if (/^(CALL|CREATE2?|SELFDESTRUCT)$/.test(String(current.type))) {
      const value = readGas(current.value) ?? 0n
      if (String(current.from).toLowerCase() === lower) sent -= value
      if (String(current.to).toLowerCase() === lower) sent += value
    }
    if (Array.isArray(current.calls)) waiting.push(...current.calls)
  }
  return {
    status: 'success',
    gasUsed,
    moved: { logs, native: readDifference(states, lower) ?? sent, probed: new Map() },
  }
}

type Frame = {
  type?: unknown
  from?: unknown
  to?: unknown
  value?: unknown
  error?: unknown
  output?: unknown
  gasUsed?: unknown
  logs?: unknown
  calls?: Frame[]
}

/** What the account has more afterwards; undefined if the node did not say. */
function readDifference(states: unknown, account: string): bigint | undefined {
  const { pre, post } = (states ?? {}) as Record<string, Record<string, { balance?: unknown }> | undefined>
  if (!pre || !post) return undefined
  const before = readGas(pre[account]?.balance)
  if (before === undefined) return undefined
  // Only what has changed is written down after.
  return (readGas(post[account]?.balance) ?? before) - before
}
