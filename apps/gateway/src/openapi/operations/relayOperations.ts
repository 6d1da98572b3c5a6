import { jsonRpcRequest, jsonRpcResponse } from '@portico/protocol/gateway'
import type { Operation } from '../Operation.ts'

/** The relay of WalletConnect v2. */
export const relayOperations: readonly Operation[] = [
  {
    id: 'callRelay',
    method: 'post',
    path: '/rpc',
    summary: 'A method of the relay, without a socket',
    description:
      'irn_publish, irn_batchPublish, irn_fetchMessages and their aliases. Clients usually speak WebSocket with `/` or `/relay` of this server, where they can subscribe, too.',
    access: 'relay',
    body: {
      schema: jsonRpcRequest,
      description: 'At most 1 MiB.',
      example: { jsonrpc: '2.0', id: 1, method: 'irn_fetchMessages', params: { topic: '…' } },
    },
    answers: {
      200: { description: 'The result, or an error whose `data` names it.', schema: jsonRpcResponse },
      204: { description: 'Nothing is due: it was an answer, not a request.' },
    },
    problems: ['body-too-large'],
  },
]
