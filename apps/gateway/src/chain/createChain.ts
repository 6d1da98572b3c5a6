import { parseCaipNetworkId, RpcError } from '@portico/protocol'
import type { PipelineOptions } from '../upstreams/createPipeline.ts'
import type { UpstreamAnswer, UpstreamRequest, Upstreams } from '../upstreams/createUpstreams.ts'
import type { Chain, ChainCall } from './Chain.ts'

const patience = 9000

/** What is asked: the nodes themselves, or a pipeline before them. */
type Asked = Pick<Upstreams, 'chain' | 'sendMany'> & {
  send(request: UpstreamRequest, options: PipelineOptions): Promise<UpstreamAnswer>
}

/** A chain over its nodes. */
export function createChain({ upstreams }: { upstreams: Asked }): Chain {
  const toRequest = ({ method, params }: ChainCall) => ({ method, params: JSON.stringify(params) })
  return {
    id: upstreams.chain,
    reference: parseCaipNetworkId(upstreams.chain).reference,
    async request(call, { deadline = Date.now() + patience, fresh = true } = {}) {
      const value = read(await upstreams.send(toRequest(call), { deadline, fresh }))
      if (value instanceof RpcError) throw value
      return value
    },
    async requestMany(calls, { deadline = Date.now() + patience } = {}) {
      return (await upstreams.sendMany(calls.map(toRequest), { deadline })).map(read)
    },
  }
}

function read(answer: UpstreamAnswer): unknown {
  if (answer.kind === 'result') return answer.result
  const { code, message, data } = answer.error
  return new RpcError({ rpcCode: code, message, data })
}
