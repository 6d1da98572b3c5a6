/** How requests to an RPC URL are sent, with the names and types of viem's `HttpTransportConfig`. */
export interface RpcRequestConfig {
  batch?: boolean | { batchSize?: number | undefined; wait?: number | undefined } | undefined
  /** Options of `fetch`, such as `headers`. */
  fetchOptions?: Omit<RequestInit, 'body'> | undefined
  retryCount?: number | undefined
  /** Milliseconds before the first retry. */
  retryDelay?: number | undefined
  /** Milliseconds. */
  timeout?: number | undefined
}
