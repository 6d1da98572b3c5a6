/** How JSON-RPC requests made at the same time are sent: as batches of at most this many, after so many milliseconds. */
export const rpcBatch = { batchSize: 1000, wait: 0 } as const
