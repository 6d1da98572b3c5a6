import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Dispatcher } from 'undici'
import { createAttempt } from './createAttempt.ts'
import { createExchange } from './createExchange.ts'
import { createScores } from './createScores.ts'
import { createUpstream, type Upstream } from './createUpstream.ts'
import type { OnUpstream } from './createUpstreams.ts'
import type { NodeIdentity } from './NodeIdentity.ts'
import type { RpcNodes } from './RpcNodes.ts'
import { UpstreamsFailedError } from './UpstreamsFailedError.ts'

/**
 * The nodes of a chain that is no EVM chain: the best first, with a time limit per try, the next one on failure; a node on
 * another chain is left out. Nothing is kept, as nothing here knows what of their answers can change.
 *
 * @param options.sendMethod is asked of one node, once: whether what was sent has arrived is for the client to find out.
 */
export function createNodes({
  chain,
  urls,
  identity,
  sendMethod,
  dispatcher,
  log,
  onUpstream = () => {},
  now = Date.now,
}: {
  chain: CaipNetworkId
  urls: readonly string[]
  identity: NodeIdentity
  sendMethod: string
  dispatcher: Dispatcher
  log: Log
  onUpstream?: OnUpstream
  now?: () => number
}): RpcNodes {
  const upstreams = urls.map((url, place) => createUpstream(url, place))
  const scores = createScores({ upstreams, isBehind: () => false, now })
  const exchange = createExchange({
    chain,
    identity,
    dispatcher,
    log,
    onUpstream,
    onSample: scores.record,
    now,
  })
  const attempt = createAttempt({ chain, scores, now })

  return {
    chain,
    kept: () => undefined,
    async send(request, { deadline }) {
      const ask = (upstream: Upstream) => exchange.ask(upstream, request, { deadline })
      if (request.method !== sendMethod)
        return { ...(await attempt({ request, deadline, ask })), cache: 'MISS' }
      const usable = scores.order(sendMethod).filter(({ coolUntil }) => coolUntil <= now())
      for (const upstream of usable) {
        const answer = await ask(upstream)
        if (answer.kind !== 'failure') return { ...answer, upstream, cache: 'MISS' }
        // Nothing was sent to a node that is on another chain, or that no connection leads to.
        if (answer.reason !== 'wrong-chain' && answer.reason !== 'connection')
          throw new UpstreamsFailedError({ chain, tried: 1, reasons: [answer.reason] })
      }
      throw new UpstreamsFailedError({ chain, tried: usable.length, reasons: ['connection'] })
    },
  }
}
