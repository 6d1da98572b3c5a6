import * as z from 'zod/mini'

// The members of Esplora responses that are used.

/** Satoshis. All 21 million coins are less than 2^53 satoshis. */
const amount = z.int().check(z.minimum(0), z.maximum(21e14))
const count = z.int().check(z.nonnegative())
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const stats = z.object({
  // Sums over the address's history; a coin counts every time it is received.
  funded_txo_sum: count,
  spent_txo_sum: count,
  tx_count: count,
})
export const addressStats = z.object({ chain_stats: stats, mempool_stats: stats })

export const height = count

const output = z.object({
  scriptpubkey_address: z.optional(z.string().check(z.maxLength(100))),
  value: amount,
})
export const transaction = z.object({
  txid: hash,
  fee: z.catch(amount, 0),
  vin: z.array(z.object({ prevout: z.nullable(output), is_coinbase: z.boolean() })),
  vout: z.array(output),
  status: z.object({
    confirmed: z.boolean(),
    block_height: z.optional(z.nullable(count)),
    block_hash: z.optional(z.nullable(hash)),
    block_time: z.optional(z.nullable(count)),
  }),
})
export const transactions = z.array(transaction)
export type BitcoinTransaction = z.infer<typeof transactions>[number]

export const transactionStatus = z.object({
  confirmed: z.boolean(),
  block_height: z.optional(z.nullable(count)),
  block_hash: z.optional(z.nullable(hash)),
})

export const blocks = z.array(z.object({ id: hash, height: count, timestamp: count }))

export const unspent = z.array(
  z.object({
    txid: hash,
    vout: z.int().check(z.minimum(0), z.maximum(0xffffffff)),
    value: amount,
    status: z.object({ confirmed: z.boolean(), block_height: z.optional(z.nullable(count)) }),
  }),
)

/** Satoshis per virtual byte. The limit is far above any fee ever paid. */
const rate = z.number().check(z.nonnegative(), z.maximum(1e5))
/** Fee rates by confirmation target in blocks. */
export const estimates = z.object({ 1: rate, 6: rate, 144: rate })
