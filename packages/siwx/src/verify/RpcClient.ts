/**
 * What verification asks of a chain: the `request` of EIP-1193. A wallet's provider, a viem client and three lines
 * around `fetch` all have it.
 */
export type RpcClient = { request(request: { method: string; params?: unknown }): Promise<unknown> }
