import { parseCaipNetworkId, RpcError } from '@portico/protocol'
import { requestTimeoutMs } from '../../../infra/timeouts.ts'
import type { Chain, ChainCall } from '../../shared/Chain.ts'
import type { RpcOptions } from '../../shared/upstreams/RpcUpstreams.ts'
import type { UpstreamAnswer, UpstreamPool, UpstreamRequest } from '../../shared/upstreams/UpstreamPool.ts'

/** Upstreams with or without a cache. */
type Source = Pick<UpstreamPool, 'chain' | 'sendMany'> & {
  send(request: UpstreamRequest, options: RpcOptions): Promise<UpstreamAnswer>
}

/** Creates a chain over its upstreams. Without a deadline, requests take at most `requestTimeoutMs`. */
export function createChain({ upstreams }: { upstreams: Source }): Chain {
  const toRequest = ({ method, params }: ChainCall) => ({ method, params: JSON.stringify(params) })
  return {
    id: upstreams.chain,
    reference: parseCaipNetworkId(upstreams.chain).reference,
    async request(call, { deadline = Date.now() + requestTimeoutMs, fresh = true } = {}) {
      const value = read(await upstreams.send(toRequest(call), { deadline, fresh }))
      if (value instanceof RpcError) throw value
      return value
    },
    async requestMany(calls, { deadline = Date.now() + requestTimeoutMs } = {}) {
      return (await upstreams.sendMany(calls.map(toRequest), { deadline })).map(read)
    },
  }
}

function read(answer: UpstreamAnswer): unknown {
  if (answer.kind === 'result') return answer.result
  const { code, message, data } = answer.error
  return new RpcError({ rpcCode: code, message, data })
}
