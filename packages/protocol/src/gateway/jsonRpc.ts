import * as z from 'zod/mini'

/** A request of JSON-RPC 2.0; without `id` it is a notification, which gets no answer. */
export const jsonRpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string(),
  params: z.optional(z.unknown()),
})
export type JsonRpcRequest = z.infer<typeof jsonRpcRequest>

/** What went wrong with a request of JSON-RPC 2.0. `data` of the gateway's own errors holds the `requestId`. */
export const jsonRpcError = z.object({
  code: z.int(),
  message: z.string(),
  data: z.optional(z.unknown()),
})
export type JsonRpcError = z.infer<typeof jsonRpcError>

/**
 * The answer to one request of JSON-RPC 2.0: a result, or an error. `id` is written back as it came, also one the standard
 * does not allow.
 */
export const jsonRpcResponse = z.union([
  z.object({ jsonrpc: z.literal('2.0'), id: z.unknown(), result: z.unknown() }),
  z.object({ jsonrpc: z.literal('2.0'), id: z.unknown(), error: jsonRpcError }),
])
export type JsonRpcResponse = z.infer<typeof jsonRpcResponse>
