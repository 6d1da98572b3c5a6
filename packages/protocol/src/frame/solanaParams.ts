import * as z from 'zod/mini'

// Limit the length: base58 takes quadratic time.
const message = z.string().check(z.minLength(1), z.maxLength(10_000))
/** 1232 bytes in base58, the most that the network accepts; in base64 they are shorter. */
const transaction = z.string().check(z.minLength(1), z.maxLength(1683))

/** The commitment a block must have reached before a node answers from it, with the names of older nodes. */
export const solanaCommitment = z.enum([
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
])

/** Options of `solana_signAndSendTransaction`, which are passed on to the node. */
export const solanaSendOptions = z.object({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(solanaCommitment),
  maxRetries: z.optional(z.int().check(z.nonnegative())),
  minContextSlot: z.optional(z.int().check(z.nonnegative())),
})
export type SolanaSendOptions = z.infer<typeof solanaSendOptions>

/**
 * The parameters of the signing methods on Solana, by method. Messages and addresses are in base58, transactions in base64
 * or base58; signed ones are returned in the same encoding.
 *
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/solana-rpc
 */
export const solanaParams = {
  solana_signMessage: z.object({ message, pubkey: z.string().check(z.maxLength(44)) }),
  solana_signTransaction: z.object({ transaction }),
  solana_signAllTransactions: z.object({
    transactions: z.array(transaction).check(z.minLength(1), z.maxLength(20)),
  }),
  solana_signAndSendTransaction: z.object({ transaction, options: z.optional(solanaSendOptions) }),
} as const
