import type { Chain } from '../../chains/shared/Chain.ts'
import { readGas, readHex, readLogs } from './readNode.ts'
import type { NodeCall, Simulated, SimulatedLog } from './Simulated.ts'

/**
 * Simulates one call with two tracers: the call tracer for the logs, the prestate tracer for the account's balance.
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
    // Not every node supports this tracer. Without it, native transfers are summed up from the frames.
    trace({ tracer: 'prestateTracer', tracerConfig: { diffMode: true } }).catch(() => undefined),
  ])
  if (typeof frame !== 'object' || frame === null || !('type' in frame))
    throw new Error('The upstream returned no frame for debug_traceCall.')
  const top = frame as Frame
  const gasUsed = readGas(top.gasUsed)
  if (typeof top.error === 'string')
    return { status: 'reverted', data: readHex(top.output), message: top.error, gasUsed }
  const lower = account.toLowerCase()
  const logs: SimulatedLog[] = []
  let sent = 0n
  // An explicit stack instead of recursion: frames may be nested a thousand deep.
  const stack: Frame[] = [top]
  for (let current = stack.pop(); current; current = stack.pop()) {
    // The effects of a failed frame and of all frames below it are reverted.
    if (typeof current !== 'object' || typeof current.error === 'string') continue
    logs.push(...readLogs(current.logs))
    if (/^(CALL|CREATE2?|SELFDESTRUCT)$/.test(String(current.type))) {
      const value = readGas(current.value) ?? 0n
      if (String(current.from).toLowerCase() === lower) sent -= value
      if (String(current.to).toLowerCase() === lower) sent += value
    }
    if (Array.isArray(current.calls)) stack.push(...current.calls)
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

/** Returns the change of the account's balance; undefined if the node did not report it. */
function readDifference(states: unknown, account: string): bigint | undefined {
  const { pre, post } = (states ?? {}) as Record<string, Record<string, { balance?: unknown }> | undefined>
  if (!pre || !post) return undefined
  const before = readGas(pre[account]?.balance)
  if (before === undefined) return undefined
  // `post` contains changed fields only.
  return (readGas(post[account]?.balance) ?? before) - before
}
