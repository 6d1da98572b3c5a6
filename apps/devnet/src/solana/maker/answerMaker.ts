import { base64 } from '@scure/base'
import { z } from 'zod'
import type { HttpAnswer } from '../../http/serveHttp.ts'
import { addressSchema } from '../rpc/parseParameters.ts'
import type { Maker } from './createMaker.ts'

const asset = z.union([z.literal('native'), addressSchema])
const units = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
  .refine((amount) => amount >> 64n === 0n)
const price = z.object({ dollars: z.int().min(1).max(1_000_000) })
const query = z.object({ from: asset, to: asset, amount: units })

/**
 * Answers the requests to the maker: `/maker/quote` with `from`, `to` and `amount`, and `/maker/transaction` with `account`, too.
 * Amounts are decimal strings in base units. `/maker/price` with `dollars`, a number, sets its price of a coin.
 */
export async function answerMaker({
  maker,
  path,
  body,
}: {
  maker: Maker
  path: string
  body: string
}): Promise<HttpAnswer> {
  const answer = (status: number, value: object): HttpAnswer => ({
    status,
    type: 'application/json',
    body: JSON.stringify(value),
  })
  const content = parse(body)
  if (path === '/maker/price') {
    const parsed = price.safeParse(content)
    if (!parsed.success) return answer(400, { error: 'invalid-query' })
    maker.setPrice(BigInt(parsed.data.dollars))
    return answer(200, {})
  }
  if (path === '/maker/quote') {
    const parsed = query.safeParse(content)
    if (!parsed.success) return answer(400, { error: 'invalid-query' })
    const amountOut = maker.quote(parsed.data)
    return amountOut === undefined
      ? answer(404, { error: 'not-traded' })
      : answer(200, { maker: maker.address, amountOut: `${amountOut}` })
  }
  if (path !== '/maker/transaction') return answer(404, { error: 'not-found' })
  const parsed = query.extend({ account: addressSchema }).safeParse(content)
  if (!parsed.success) return answer(400, { error: 'invalid-query' })
  const wire = await maker.sign(parsed.data)
  return wire ? answer(200, { transaction: base64.encode(wire) }) : answer(404, { error: 'not-traded' })
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
