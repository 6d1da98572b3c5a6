import { jsonRpcRequest, jsonRpcResponse, problem, rpcProblem } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'

/** The operation of the bundler module. */
export const bundlerOperations: readonly Operation[] = [
  {
    id: 'callBundler',
    method: 'post',
    path: '/v1/bundler',
    cost: 10,
    summary: 'Send an operation of a smart account, or have it paid for',
    description:
      'JSON-RPC of ERC-7769 (`eth_chainId`, `eth_supportedEntryPoints`, `eth_estimateUserOperationGas`, `eth_sendUserOperation`, `eth_getUserOperationByHash`, `eth_getUserOperationReceipt`) for EntryPoint 0.7, and of ERC-7677 (`pm_getPaymasterStubData`, `pm_getPaymasterData`). One request per call. Only operations of accounts that delegate to the wallet’s smart account (EIP-7702; with `eip7702Auth` in the same transaction) and that this gateway’s paymaster has signed are sent. `eth_sendUserOperation` and `pm_…` need a secret key of the project, or the session of an embedded wallet, which must be the sender. With `feeToken` in the context of `pm_…`, a token pays: `fee` of the answer says how much. An account’s revocation of one of its permissions (`disableDelegation`) is paid for a few times a day, whatever else the project pays for. With `paymasterUrl`, somebody else’s paymaster pays, at a host of the project’s `paymasterHosts`; it gets `paymasterContext`. Refusals are JSON-RPC errors with `data.reason`: `not-sponsored`, `limit-reached`, `sponsor-empty`, `would-revert`, `account-busy` or `paused`.',
    access: 'project',
    parameters: [{ ...parameters.chainId, description: 'The CAIP-2 ID of the chain.', required: true }],
    body: {
      schema: jsonRpcRequest,
      example: { jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints', params: [] },
    },
    answers: {
      200: {
        description: 'The response. Errors of the gateway itself have `data.requestId`.',
        schema: jsonRpcResponse,
        headers: ['cache-control'],
      },
    },
    problems: [
      'chain-not-supported',
      'body-too-large',
      'session-missing',
      'dpop-missing',
      'dpop-invalid',
      'jwt-not-yet-valid',
      'session-invalid',
      'session-expired',
      'session-revoked',
      'no-wallet',
    ],
    // An unreachable database is a JSON-RPC error, too, with the ID of the request.
    problemSchema: z.union([problem, z.extend(rpcProblem, { id: z.unknown() })]),
  },
]
