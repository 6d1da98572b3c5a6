import type { CaipNetworkId } from '@portico/protocol'

/** A call of JSON-RPC. */
export type ChainCall = { method: string; params: readonly unknown[] }

/** A block tag as nodes take it. */
export type Hex = `0x${string}`

/** One chain as the gateway's own services ask it. */
export type Chain = {
  readonly id: CaipNetworkId
  /** The chain id as a decimal text. */
  readonly reference: string
  /**
   * @throws {RpcError} the node's own error.
   * @throws {UpstreamsFailedError} if no node answered.
   */
  request(
    call: ChainCall,
    options?: {
      deadline?: number | undefined
      /** `false`: an answer that was kept, as clients get it, is good enough. */
      fresh?: boolean | undefined
    },
  ): Promise<unknown>
  /** Many calls in one exchange; an error takes the place of its result. Throws only if no node answered. */
  requestMany(
    calls: readonly ChainCall[],
    options?: { deadline?: number | undefined },
  ): Promise<(unknown | import('@portico/protocol').RpcError)[]>
}
