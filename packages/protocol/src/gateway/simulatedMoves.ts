import * as z from 'zod/mini'

/** What of a simulated change the kit compares with what it shows; see `simulatedChange`. */
export const simulatedMove = z.object({
  direction: z.enum(['in', 'out']),
  kind: z.enum(['native', 'erc20', 'erc721', 'erc1155']),
  token: z.optional(z.string()),
  tokenId: z.optional(z.string()),
  amount: z.string(),
  verified: z.boolean(),
})

/** The part of a `simulateResponse` that says what a transaction would move and allow. */
export const simulatedMoves = z.object({
  status: z.enum(['success', 'reverted']),
  complete: z.boolean(),
  changes: z.array(simulatedMove),
  approvals: z.array(z.object({ approved: z.boolean(), verified: z.boolean() })),
})
export type SimulatedMoves = z.infer<typeof simulatedMoves>
