import { fungiblePriceRequest, fungiblePriceResponse } from '@portico/protocol/gateway'
import type { Operation } from '../Operation.ts'

/** What things are worth. */
export const priceOperations: readonly Operation[] = [
  {
    id: 'getPrices',
    method: 'post',
    path: '/v1/fungible/price',
    summary: 'Prices of coins and tokens',
    description: 'The project may also stand in the body.',
    access: 'project',
    body: {
      schema: fungiblePriceRequest,
      description: 'CAIP-10 contracts; the coin of a chain is 0xeeee…ee (40 digits).',
      example: { currency: 'eur', addresses: ['eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'] },
    },
    answers: {
      200: {
        description:
          'Those that are tokens, in the order they were asked for. Without a price `isPriced` is false.',
        schema: fungiblePriceResponse,
        headers: ['server-timing'],
      },
    },
    problems: ['invalid-request', 'body-too-large', 'upstream-unavailable'],
  },
]
