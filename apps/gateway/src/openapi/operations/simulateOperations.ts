import { simulateRequest, simulateResponse } from '@portico/protocol/gateway'
import type { Operation } from '../Operation.ts'
import { exampleAccount } from '../parameters.ts'

/** What would happen. */
export const simulateOperations: readonly Operation[] = [
  {
    id: 'simulate',
    method: 'post',
    path: '/v1/tx/simulate',
    summary: 'What a call, or several one after the other, would change for an account now',
    description: 'No promise: the chain goes on before the transaction is in it.',
    access: 'project',
    body: {
      schema: simulateRequest,
      description: 'Either one call (`to`, `value`, `data`, `gas`) or a list of `calls`.',
      example: {
        chainId: 'eip155:31337',
        from: exampleAccount,
        to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        value: '0xde0b6b3a7640000',
      },
    },
    answers: {
      200: {
        description: '`method` says how it is known, `verified` what is more than a contract’s claim.',
        schema: simulateResponse,
      },
    },
    problems: [
      'invalid-request',
      'chain-not-supported',
      'body-too-large',
      'simulation-unavailable',
      'upstream-unavailable',
    ],
  },
]
