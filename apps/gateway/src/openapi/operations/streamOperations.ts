import { streamTicketResponse } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation } from '../Operation.ts'
import { exampleAccount } from '../parameters.ts'

/** Live updates. */
export const streamOperations: readonly Operation[] = [
  {
    id: 'openStream',
    method: 'get',
    path: '/v1/stream',
    summary: 'Live updates as server-sent events',
    description:
      'An EventSource reads it. Shapes of the events are the schemas `StreamEvent.<name>`. A comment every 15 seconds keeps proxies from closing it.',
    access: 'stream',
    parameters: [
      {
        in: 'query',
        name: 'topics',
        description:
          'Up to 50, with commas between: balances:<CAIP-10>, activity:<CAIP-10>, tx:<CAIP-2>:<hash>, chain:<CAIP-2>, price:<CAIP-19>.',
        schema: z.string(),
        required: true,
        example: `chain:eip155:31337,balances:eip155:31337:${exampleAccount}`,
      },
      {
        in: 'header',
        name: 'last-event-id',
        description: 'The `id` of the last event: what was missed of the last ten minutes is sent again.',
        schema: z.string(),
      },
      {
        in: 'query',
        name: 'lastEventId',
        description: 'The same, for clients that cannot set headers.',
        schema: z.string(),
      },
    ],
    answers: {
      200: {
        description: 'Events, until either side ends it. `resync`: something may have been missed.',
        mediaTypes: ['text/event-stream'],
      },
    },
    problems: ['invalid-request', 'chain-not-supported'],
  },
  {
    id: 'createStreamTicket',
    method: 'post',
    path: '/v1/stream/tickets',
    summary: 'A ticket that opens one stream',
    description:
      'For clients that cannot set headers: within a minute, as `?ticket=` in place of the project.',
    access: 'project',
    answers: { 200: { description: 'The ticket.', schema: streamTicketResponse } },
    problems: [],
  },
]
