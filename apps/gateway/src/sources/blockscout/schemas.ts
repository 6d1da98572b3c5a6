import * as z from 'zod/mini'

/*
 * The members of Blockscout API v2 responses that are used (https://docs.blockscout.com/api-reference). Older instances
 * have other names for some members.
 */

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const amount = z.string().check(z.regex(/^\d{1,78}$/))
const party = z.object({ hash: address })
const text = z.nullish(z.string())

const token = z.object({
  address_hash: z.optional(address),
  address: z.optional(address),
  name: text,
  symbol: text,
  decimals: text,
  type: z.string(),
  exchange_rate: text,
  reputation: text,
})

const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    next_page_params: z.nullish(z.record(z.string(), z.unknown())),
  })

/** `GET /addresses/{address}` */
export const accountAnswer = z.object({ coin_balance: z.nullish(amount), exchange_rate: text })

/** `GET /addresses/{address}/token-balances` */
export const tokenBalancesAnswer = z.array(z.object({ token, value: amount }))

/** An authorization of EIP-7702. Unreadable ones are as good as none. */
const authorization = z.object({
  address_hash: z.optional(address),
  address: z.optional(address),
  authority: address,
  nonce: z.coerce.number(),
})

/** `GET /transactions/{hash}`, and the items of `GET /addresses/{address}/transactions` */
export const transactionAnswer = z.object({
  hash,
  block_number: z.nullish(z.int()),
  block: z.nullish(z.int()),
  position: z.nullish(z.int()),
  timestamp: text,
  status: text,
  from: party,
  to: z.nullish(party),
  created_contract: z.nullish(party),
  value: amount,
  nonce: z.int(),
  raw_input: z.string(),
  authorization_list: z.catch(z.nullish(z.array(authorization)), null),
})
export type TransactionAnswer = z.output<typeof transactionAnswer>
export const transactionsAnswer = page(transactionAnswer)

const tokenTransferAnswer = z.object({
  transaction_hash: hash,
  block_number: z.int(),
  log_index: z.int(),
  from: party,
  to: party,
  token,
  total: z.nullish(z.object({ value: z.nullish(amount), token_id: z.nullish(amount) })),
})
export type TokenTransferAnswer = z.output<typeof tokenTransferAnswer>

/** `GET /transactions/{hash}/logs` */
export const logsAnswer = page(
  z.object({ address: party, topics: z.array(z.nullable(z.string())), data: z.string(), index: z.int() }),
)

/** `GET /addresses/{address}/token-transfers` */
export const tokenTransfersAnswer = page(tokenTransferAnswer)

const internalAnswer = z.object({
  transaction_hash: hash,
  block_number: z.nullish(z.int()),
  block: z.nullish(z.int()),
  index: z.int(),
  from: party,
  to: z.nullish(party),
  value: amount,
  success: z.boolean(),
})
export type InternalAnswer = z.output<typeof internalAnswer>

/** `GET /addresses/{address}/internal-transactions` */
export const internalsAnswer = page(internalAnswer)

/** `GET /addresses/{address}/nft` */
export const nftsAnswer = page(
  z.object({
    id: amount,
    token,
    token_type: text,
    value: z.nullish(amount),
    metadata: z.nullish(z.object({ name: text, description: text })),
  }),
)

/** `GET /blocks/{number}`, and the items of `GET /blocks` */
export const blockAnswer = z.object({ height: z.int(), hash })
export const blocksAnswer = page(blockAnswer)
