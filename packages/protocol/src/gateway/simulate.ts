import * as z from 'zod/mini'
import { simulatedMove } from './simulatedMoves.ts'

/**
 * The change of one asset of the account. `amount` is a decimal string in base units. Changes of tokens are read from
 * logs, which any contract can forge: `verified` means that the balances before and after, read in the same
 * simulation, agree. Changes of the native coin are computed by the node. Name, symbol and decimals are reported by
 * the contract.
 */
export const simulatedChange = z.extend(simulatedMove, {
  symbol: z.optional(z.string()),
  decimals: z.optional(z.number()),
  name: z.optional(z.string()),
  iconUrl: z.optional(z.string()),
})
export type SimulatedChange = z.infer<typeof simulatedChange>

/**
 * An approval for a spender: an `amount`, one NFT (`tokenId`), or `all` NFTs of a contract. For a revoked approval,
 * `amount` is `0` and `approved` is false.
 */
export const simulatedApproval = z.object({
  kind: z.enum(['erc20', 'erc721', 'all']),
  token: z.string(),
  spender: z.string(),
  amount: z.optional(z.string()),
  tokenId: z.optional(z.string()),
  approved: z.boolean(),
  verified: z.boolean(),
  symbol: z.optional(z.string()),
  decimals: z.optional(z.number()),
  name: z.optional(z.string()),
})
export type SimulatedApproval = z.infer<typeof simulatedApproval>

/**
 * The result of executing a `simulateRequest` on the current state. `complete` is false if the node can only report success
 * or failure, or if there are more changes than listed: then `changes` and `approvals` may lack some. With `reverted`
 * nothing changes. The result is not guaranteed: the state may change before the transaction is included.
 */
export const simulateResponse = z.object({
  status: z.enum(['success', 'reverted']),
  method: z.enum(['eth_simulateV1', 'debug_traceCall', 'eth_call']),
  complete: z.boolean(),
  changes: z.array(simulatedChange),
  approvals: z.array(simulatedApproval),
  gasUsed: z.optional(z.string()),
  revertReason: z.optional(z.string()),
})
export type SimulateResponse = z.infer<typeof simulateResponse>
