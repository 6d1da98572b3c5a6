import {
  jsonRpcRequest,
  jsonRpcResponse,
  rpcProblem,
  supportedChainsResponse,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation } from '../Operation.ts'
import { parameters } from '../parameters.ts'

const chainId = { ...parameters.chainId, description: 'The chain, by its CAIP-2 id.', required: true }
const answer = z.union([jsonRpcResponse, z.array(jsonRpcResponse)])

const call = {
  method: 'post',
  summary: 'JSON-RPC to a node of a chain',
  description:
    'One request or a batch of up to 1000 and 1 MiB (2 MiB for one raw transaction). Reads are answered from a cache where that cannot be wrong. What may not be called is answered with an error of JSON-RPC and HTTP 200, never with 403.',
  access: 'project',
  parameters: [chainId],
  body: {
    schema: z.union([jsonRpcRequest, z.array(jsonRpcRequest)]),
    description: 'A request, or a list of them.',
    example: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
  },
  answers: {
    200: {
      description: 'The answer, or a list of them. Errors of the gateway have `data.requestId`.',
      schema: answer,
      headers: ['server-timing'],
    },
    204: { description: 'Nothing is due: there were only notifications.' },
    429: {
      description: 'More than the project or the address may call: −32005, with `data.retryAfterMs`.',
      schema: answer,
      headers: ['retry-after'],
    },
    503: {
      description: 'No node of the chain answers: −32002, or −32000 if the time was over.',
      schema: answer,
      headers: ['retry-after'],
    },
  },
  problems: ['invalid-request', 'chain-not-supported'],
  problemSchema: rpcProblem,
} as const satisfies Omit<Operation, 'id' | 'path'>

const upgrade = {
  method: 'get',
  summary: 'JSON-RPC over WebSocket',
  description:
    'A WebSocket (RFC 6455): requests and batches as with `POST /v1`, and eth_subscribe for newHeads, logs and newPendingTransactions, also where no node has a socket. 100 subscriptions and 100 open requests a socket, 2 MiB a message.',
  access: 'public',
  parameters: [
    chainId,
    {
      in: 'query',
      name: 'projectId',
      description: 'The project.',
      schema: z.string(),
      required: true,
      example: 'local',
    },
  ],
  answers: { 101: { description: 'The socket is open.' } },
  problems: ['upgrade-required'],
} as const satisfies Omit<Operation, 'id' | 'path'>

/** Calls to nodes. */
export const rpcOperations: readonly Operation[] = [
  { ...call, id: 'callRpc', path: '/v1' },
  { ...call, id: 'callRpcSlash', path: '/v1/', description: 'The same as `POST /v1`.' },
  { ...upgrade, id: 'openSocket', path: '/v1' },
  { ...upgrade, id: 'openSocketSlash', path: '/v1/', description: 'The same as `GET /v1`.' },
  { ...upgrade, id: 'openSocketWs', path: '/ws', description: 'The same as `GET /v1`.' },
  {
    id: 'listChains',
    method: 'get',
    path: '/v1/supported-chains',
    summary: 'Chains there are nodes for',
    access: 'project',
    answers: {
      200: {
        description: 'CAIP-2 ids, for HTTP and for WebSocket.',
        schema: supportedChainsResponse,
        headers: ['cache-control'],
      },
    },
    problems: [],
  },
]
