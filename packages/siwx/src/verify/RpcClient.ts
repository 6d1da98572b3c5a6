/**
 * Sends JSON-RPC requests to a network: the `request` function of EIP-1193. A wallet's provider and a viem client both
 * have it.
 */
export type RpcClient = { request(request: { method: string; params?: unknown }): Promise<unknown> }
