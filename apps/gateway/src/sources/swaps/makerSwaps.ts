import { BaseError, type CaipNetworkId } from '@portico/protocol'
import * as z from 'zod/mini'
import type { SwapProvider } from '../../chains/shared/providers/SwapProvider.ts'
import type { SwapService } from './createSwapService.ts'

const units = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.transform((text: string) => BigInt(text)),
)
const address = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const quoteAnswer = z.object({ maker: address, amountOut: units })
/** A transaction has at most 1232 bytes. */
const transactionAnswer = z.object({
  transaction: z.string().check(z.maxLength(1644), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
})
/** The account and the maker sign, and each signature costs this many lamports. */
const fee = 10_000n
const systemProgram = '11111111111111111111111111111111'

/**
 * Offers swaps with a maker on a Solana network: a service that sells from its own account. `POST /quote` with `from`, `to` (mints or
 * `native`) and `amount` returns `maker` and `amountOut`; `POST /transaction`, with `account` too, returns the transaction, which the
 * maker has signed, in base64. Amounts are decimal text in base units. The kit proves the transaction from its bytes.
 *
 * @param parameters.service of the maker's address, up to the path
 */
export function makerSwaps({ chain, service }: { chain: CaipNetworkId; service: SwapService }): SwapProvider {
  return {
    id: 'maker',
    serves: (one) => one === chain,
    cost: 1,
    rate: null,
    async quote({ from, to, amount, deadline }) {
      const body = { from, to, amount: `${amount}` }
      const answer = await service.request({ path: '/quote', body, schema: quoteAnswer, deadline })
      if (!answer) return undefined
      const { maker, amountOut } = answer
      return { amountOut, gas: fee, route: { kind: 'maker', maker } }
    },
    async build({ account, from, to, amount, deadline }) {
      const body = { account, from, to, amount: `${amount}` }
      const answer = await service.request({
        path: '/transaction',
        body,
        schema: transactionAnswer,
        deadline,
      })
      if (!answer) throw new BaseError('The maker does not trade this.')
      return { to: systemProgram, data: answer.transaction, value: from === 'native' ? amount : 0n }
    },
  }
}
