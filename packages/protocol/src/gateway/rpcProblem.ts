import * as z from 'zod/mini'
import { jsonRpcError } from './jsonRpc.ts'
import { problem } from './problem.ts'

/** A problem of `POST /v1` that is a JSON-RPC error response as well, for JSON-RPC clients. */
export const rpcProblem = z.extend(problem, {
  jsonrpc: z.literal('2.0'),
  id: z.null(),
  error: jsonRpcError,
})
export type RpcProblem = z.infer<typeof rpcProblem>
