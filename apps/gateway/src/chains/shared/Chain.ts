import type { CaipNetworkId } from '@portico/protocol'

/** A JSON-RPC request. */
export type ChainCall = { method: string; params: readonly unknown[] }

/** A 0x-prefixed hexadecimal string. */
export type Hex = `0x${string}`

/** One EVM chain, for use by the gateway's services. */
export type Chain = {
  readonly id: CaipNetworkId
  /** The chain ID in decimal. */
  readonly reference: string
  /**
   * Sends a request and returns its result.
   *
   * @throws {RpcError} if the upstream returned a JSON-RPC error.
   * @throws {UpstreamsFailedError} if no upstream answered.
   */
  request(
    call: ChainCall,
    options?: {
      /** Epoch milliseconds. */
      deadline?: number | undefined
      /** `false`: a cached result, as clients get it, is acceptable. */
      fresh?: boolean | undefined
    },
  ): Promise<unknown>
  /**
   * Sends several requests at once. A request that fails returns its `RpcError` in place of a result.
   *
   * @throws {UpstreamsFailedError} if no upstream answered.
   */
  requestMany(
    calls: readonly ChainCall[],
    options?: { deadline?: number | undefined },
  ): Promise<(unknown | import('@portico/protocol').RpcError)[]>
}
