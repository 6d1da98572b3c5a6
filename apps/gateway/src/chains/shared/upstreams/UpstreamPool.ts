import type { CaipNetworkId } from '@portico/protocol'
import type { Answer } from './Answer.ts'
import type { Upstream } from './Upstream.ts'

/** A request to an upstream. `params` is JSON text, so that a client's parameters are forwarded unchanged. */
export type UpstreamRequest = { method: string; params: string }

/** An answer that may be returned to a client: a result, or a JSON-RPC error about the request itself. */
export type UpstreamAnswer = Exclude<Answer, { kind: 'failure' }> & {
  /** The upstream that answered; absent on a cache hit. */
  upstream?: Pick<Upstream, 'label' | 'index'> | undefined
}

/** Options of one request. */
export type SendOptions = {
  /** Epoch milliseconds. */
  deadline: number
  /** A block number the chain is known to have reached: an upstream without that block is behind. */
  known?: number | undefined
  /** The indexes of the only upstreams to use. */
  only?: readonly number[] | undefined
  /** Called before each try; false leaves that upstream out. With it, each upstream is tried once and reads are not hedged. */
  allow?: AllowUpstream | undefined
}

/** Whether an upstream may be sent this number of calls now. */
export type AllowUpstream = (use: { upstream: number; calls: number }) => boolean

/** The upstreams of one chain. */
export type UpstreamPool = {
  readonly chain: CaipNetworkId
  /** The number of upstreams. */
  readonly size: number
  /**
   * Tries the upstreams, best first, until one answers.
   *
   * @throws {UpstreamsFailedError} if none answered before the deadline.
   */
  send(request: UpstreamRequest, options: SendOptions): Promise<UpstreamAnswer>
  /**
   * Sends several requests at once and returns the answers in the same order.
   *
   * @throws {UpstreamsFailedError} if no upstream answered before the deadline.
   */
  sendMany(
    requests: readonly UpstreamRequest[],
    options: Pick<SendOptions, 'deadline' | 'only' | 'allow'>,
  ): Promise<UpstreamAnswer[]>
  /** Stops all background requests. */
  close(): void
}

/** Called after each HTTP exchange with an upstream. */
export type OnUpstream = (event: {
  chain: string
  method: string
  upstream: string
  outcome: string
  seconds: number
}) => void

/** Called after each hedged request, with the upstream that answered first. */
export type OnHedge = (event: { chain: string; winner: 'first' | 'second' }) => void
