import * as z from 'zod/mini'
import { isCaipNetworkId } from '../caip/caipNetworkId.ts'

const address = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address: 0x and 40 hex digits' }))
const quantity = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{1,64}$/, { error: 'must be a number as 0x and hex digits' }))
const bytes = z
  .string()
  .check(
    z.maxLength(262_146),
    z.regex(/^0x([0-9a-fA-F]{2})*$/, { error: 'must be bytes as 0x and pairs of hex digits' }),
  )

/** What one call asks of the chain; without `to` it makes a contract. */
export const simulatedCall = z.strictObject({
  to: z.optional(address),
  value: z.optional(quantity),
  data: z.optional(bytes),
  gas: z.optional(quantity),
})
export type SimulatedCall = z.infer<typeof simulatedCall>

/**
 * `POST /v1/tx/simulate`: one call, or `calls` that run one after the other, all or nothing. `chainId` is CAIP-2, numbers
 * are hexadecimal as in JSON-RPC.
 */
export const simulateRequest = z
  .strictObject({
    chainId: z.string().check(z.refine(isCaipNetworkId, { error: 'must be a CAIP-2 id such as eip155:1' })),
    from: address,
    ...simulatedCall.shape,
    calls: z.optional(z.array(simulatedCall).check(z.minLength(1), z.maxLength(20))),
  })
  .check(
    z.refine(
      ({ calls, to, value, data, gas }) =>
        (calls === undefined) !== [to, value, data, gas].every((part) => part === undefined),
      { error: 'must be either one call (to, value, data, gas) or a list of calls' },
    ),
  )
export type SimulateRequest = z.infer<typeof simulateRequest>

/**
 * What moves to or from the account, summed up by asset. `amount` is in base units, decimal. The coin's movements are what
 * the node saw. Tokens only *claim* theirs, by logs that any contract can write: `verified` says that balances read before
 * and after in the same simulation agree. Name, symbol and decimals are what the contract says of itself.
 */
export const simulatedChange = z.object({
  direction: z.enum(['in', 'out']),
  kind: z.enum(['native', 'erc20', 'erc721', 'erc1155']),
  token: z.optional(z.string()),
  tokenId: z.optional(z.string()),
  amount: z.string(),
  verified: z.boolean(),
  symbol: z.optional(z.string()),
  decimals: z.optional(z.number()),
  name: z.optional(z.string()),
  iconUrl: z.optional(z.string()),
})
export type SimulatedChange = z.infer<typeof simulatedChange>

/**
 * What the account lets somebody else do with its tokens afterwards: an `amount`, one NFT (`tokenId`), or `all` of a
 * contract; `amount` is `0` and `approved` false where it is taken back.
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
 * What would happen now. `complete` is false if the node can only say whether it succeeds, or there is more than is listed:
 * then `changes` and `approvals` say nothing of what is not in them.
 * With `reverted` nothing changes. A simulation is no promise: the chain goes on before the transaction is in it.
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
