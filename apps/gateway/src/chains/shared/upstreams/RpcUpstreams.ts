import type { CaipNetworkId } from '@portico/protocol'
import type { SendOptions, UpstreamAnswer, UpstreamRequest } from './UpstreamPool.ts'

/** An answer, and whether it came from the cache. */
export type RpcAnswer = UpstreamAnswer & { cache: 'HIT' | 'MISS' }

/** Options of one request. */
export type RpcOptions = Pick<SendOptions, 'deadline'> & {
  /** Bypasses cached answers that may have changed. */
  fresh?: boolean | undefined
}

/** The upstreams of a network, with or without a cache in front of them. */
export type RpcUpstreams = {
  readonly chain: CaipNetworkId
  /** @throws {UpstreamsFailedError} if no upstream answered before the deadline. */
  send(request: UpstreamRequest, options: RpcOptions): Promise<RpcAnswer>
  /**
   * Returns the cached result (JSON text) of an identical earlier request, synchronously; undefined on a cache miss.
   */
  cached(request: UpstreamRequest): string | undefined
}
