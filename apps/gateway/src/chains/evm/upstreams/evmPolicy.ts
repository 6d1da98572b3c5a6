import type { Answer } from '../../shared/upstreams/Answer.ts'
import type { Upstream } from '../../shared/upstreams/Upstream.ts'
import type { CreateUpstreamPolicy } from '../../shared/upstreams/UpstreamPolicy.ts'
import type { OnHedge, UpstreamPool, UpstreamRequest } from '../../shared/upstreams/UpstreamPool.ts'
import { createBatchSender } from './createBatchSender.ts'
import { createBroadcast } from './createBroadcast.ts'
import { createHedging } from './createHedging.ts'
import { createHeightProbes } from './createHeightProbes.ts'
import { createHeights } from './createHeights.ts'
import { createRecoveryProbes } from './createRecoveryProbes.ts'
import { isMissingBlock } from './isMissingBlock.ts'
import { readHeight } from './readHeight.ts'
import { isStateful, isWrite } from './requestKinds.ts'
import { sendToQuorum } from './sendToQuorum.ts'

/** Methods that need a quorum if `consensus` is set. */
const quorumMethods = new Set(['eth_getBalance', 'eth_call'])

/**
 * Returns the policy for EVM chains. Compares the block heights of the upstreams and avoids those that lag behind,
 * hedges slow reads, broadcasts transactions to two upstreams, and probes excluded upstreams for recovery.
 */
export function evmPolicy({
  consensus,
  onHedge,
}: {
  consensus: boolean
  onHedge: OnHedge
}): CreateUpstreamPolicy {
  return ({ chain, upstreams, exchange, scores, failover, now }) => {
    const heights = createHeights({ upstreams, now })
    const heightProbes = createHeightProbes({ upstreams, exchange, heights, now })
    const probeForRecovery = createRecoveryProbes({ upstreams, exchange, scores, now })
    const hedge = createHedging({ scores, onHedge: (winner) => onHedge({ chain, winner }) })
    const broadcast = createBroadcast({ exchange, failover })

    /** Learns the upstream's block height from its answers to ordinary requests. */
    function recordHeight(upstream: Upstream, { method, params }: UpstreamRequest, answer: Answer): void {
      if (upstreams.length === 1 || answer.kind !== 'result') return
      const isNewest = method === 'eth_getBlockByNumber' && params.startsWith('["latest"')
      const number = isNewest
        ? readHeight((answer.result as { number?: unknown } | null)?.number)
        : method === 'eth_blockNumber'
          ? readHeight(answer.result)
          : undefined
      if (number !== undefined) heights.record(upstream, number)
    }

    const send: UpstreamPool['send'] = async (request, { deadline, known = 0, only, allow }) => {
      const firstProbe = heightProbes.start()
      if (firstProbe) await firstProbe
      if (isWrite(request.method)) return broadcast(request, { deadline })

      async function ask(upstream: Upstream, signal?: AbortSignal): Promise<Answer> {
        const answer = await exchange.ask(upstream, request, { deadline, signal })
        recordHeight(upstream, request, answer)
        const highest = Math.max(known, heights.highest() ?? 0)
        return isMissingBlock(request, answer, highest) ? { kind: 'failure', reason: 'behind' } : answer
      }

      if (only || allow || isStateful(request.method)) {
        const chosen = only && scores.order(request.method).filter(({ index }) => only.includes(index))
        return failover({ request, deadline, upstreams: chosen, ask: (upstream) => ask(upstream), allow })
      }
      probeForRecovery(request)
      if (consensus && quorumMethods.has(request.method) && upstreams.length > 1)
        return failover({
          request,
          deadline,
          ask: (_, rest) => sendToQuorum({ upstreams: rest, ask }),
          once: true,
        })
      return failover({
        request,
        deadline,
        ask: (upstream, rest) => hedge(request, upstream, rest[1], ask),
      })
    }

    return {
      isBehind: heights.isBehind,
      send,
      sendMany: createBatchSender({ exchange, scores, now, send, beforeBatch: heightProbes.start }),
      close: heightProbes.close,
    }
  }
}
