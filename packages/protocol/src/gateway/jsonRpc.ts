import * as z from 'zod/mini'

/** A JSON-RPC 2.0 request. Without `id` it is a notification, which gets no response. */
export const jsonRpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string(),
  params: z.optional(z.unknown()),
})
export type JsonRpcRequest = z.infer<typeof jsonRpcRequest>

/** A JSON-RPC 2.0 error. For errors of the gateway itself, `data` contains the `requestId`. */
export const jsonRpcError = z.object({
  code: z.int(),
  message: z.string(),
  data: z.optional(z.unknown()),
})
export type JsonRpcError = z.infer<typeof jsonRpcError>

/**
 * A JSON-RPC 2.0 response: a result or an error. `id` is repeated as it was received, even if it is of a type the
 * standard does not allow.
 */
export const jsonRpcResponse = z.union([
  z.object({ jsonrpc: z.literal('2.0'), id: z.unknown(), result: z.unknown() }),
  z.object({ jsonrpc: z.literal('2.0'), id: z.unknown(), error: jsonRpcError }),
])
export type JsonRpcResponse = z.infer<typeof jsonRpcResponse>
