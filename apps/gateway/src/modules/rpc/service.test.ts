import { rpcErrorCodes } from '@portico/protocol'
import { expect, test } from 'vitest'
import type { RpcUpstreams } from '../../chains/shared/upstreams/RpcUpstreams.ts'
import { createRpcService } from './service.ts'

const chain = 'eip155:1'
const large = JSON.stringify('x'.repeat(4_000_000))

/** Answers a batch of 200 requests whose results are large. */
async function answerBatch(cached: string | undefined) {
  let asked = 0
  const upstreams = {
    chain,
    cached: () => cached,
    async send() {
      asked += 1
      return { kind: 'result', text: large, cache: 'MISS' }
    },
  } as unknown as RpcUpstreams
  const rpc = createRpcService({ upstreamsByChain: new Map([[chain, upstreams]]) })
  const requests = Array.from({ length: 200 }, (_, id) => ({ id, method: 'eth_getBalance', params: ['0x1'] }))
  const { text = '', errorCode } = await rpc.handle({ chain, body: JSON.stringify(requests), requestId: 'r' })
  const refused = text.match(
    /"id":\d+,"error":\{"code":-32000,"message":"The response of the batch is too large."/g,
  )
  return { length: text.length, refused: refused?.length, errorCode, asked }
}

test.each([
  ['cached', large, 0],
  // Those that were asked for at the same time.
  ['read', undefined, 100],
])(
  'error: of a batch whose results are %s, only those that fit together are in the response',
  async (_, cached, asked) => {
    const answer = await answerBatch(cached)
    expect(answer).toMatchObject({ refused: 194, errorCode: rpcErrorCodes.invalidInput })
    expect(answer.length).toBeLessThan(25_100_000)
    expect(answer.asked).toBeLessThanOrEqual(asked)
  },
)
