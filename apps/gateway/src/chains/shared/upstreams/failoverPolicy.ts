import type { Upstream } from './Upstream.ts'
import type { CreateUpstreamPolicy } from './UpstreamPolicy.ts'
import { UpstreamsFailedError } from './UpstreamsFailedError.ts'

/**
 * Returns the policy for Solana and Bitcoin: the best upstream first, the next one on failure.
 *
 * @param options.sendMethod the method that submits a transaction. It reaches at most one upstream: after a timeout the
 * transaction may have been accepted, and the client has to find out.
 */
export function failoverPolicy({ sendMethod }: { sendMethod: string }): CreateUpstreamPolicy {
  return ({ chain, exchange, scores, failover, now }) => ({
    async send(request, { deadline }) {
      const ask = (upstream: Upstream) => exchange.ask(upstream, request, { deadline })
      if (request.method !== sendMethod) return failover({ request, deadline, ask })
      const usable = scores.order(sendMethod).filter(({ coolUntil }) => coolUntil <= now())
      for (const upstream of usable) {
        const answer = await ask(upstream)
        if (answer.kind !== 'failure') return { ...answer, upstream }
        // With these two reasons the transaction has certainly not been sent, so the next upstream may be tried.
        if (answer.reason !== 'wrong-chain' && answer.reason !== 'connection')
          throw new UpstreamsFailedError({ chain, tried: 1, reasons: [answer.reason] })
      }
      throw new UpstreamsFailedError({ chain, tried: usable.length, reasons: ['connection'] })
    },
  })
}
