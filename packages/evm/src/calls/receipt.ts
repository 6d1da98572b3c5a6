import type { CallsReceipt } from '@portico/core'
import * as z from 'zod/mini'

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i), z.maxLength(2_000_000))
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const quantity = z.union([z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)), z.int().check(z.gte(0))])

/** Validates a receipt as wallets (EIP-5792) and nodes return it. */
export const receipt = z.object({
  transactionHash: hash,
  status: quantity,
  blockHash: hash,
  blockNumber: quantity,
  gasUsed: quantity,
  logs: z
    .array(
      z.object({
        address: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
        data: hex,
        topics: z.array(hash).check(z.maxLength(4)),
      }),
    )
    .check(z.maxLength(10_000)),
})

/** Converts a receipt to numbers. */
export function toReceipt({
  transactionHash,
  status,
  blockHash,
  blockNumber,
  gasUsed,
  logs,
}: z.infer<typeof receipt>): CallsReceipt {
  return {
    ...{ transactionHash, blockHash, logs },
    status: BigInt(status) === 1n ? 'success' : 'reverted',
    blockNumber: BigInt(blockNumber),
    gasUsed: BigInt(gasUsed),
  }
}
