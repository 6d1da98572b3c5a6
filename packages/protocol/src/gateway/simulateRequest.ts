import * as z from 'zod/mini'
import { isCaipNetworkId } from '../caip/caipNetworkId.ts'
import { delegatorContracts } from '../smartAccount/delegatorContracts.ts'

// A file of its own, because only the gateway checks requests: pages would load the schema with that of the response.

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

const { EIP7702StatelessDeleGator: implementation } = delegatorContracts
/** Only the code that the wallet delegates to: a simulation with other code would show what cannot happen. */
const delegation = z.string().check(
  z.refine((value) => value.toLowerCase() === implementation.toLowerCase(), {
    error: `must be ${implementation}, the only code that accounts delegate to`,
  }),
)

/** A call. Without `to` it creates a contract. */
export const simulatedCall = z.strictObject({
  to: z.optional(address),
  value: z.optional(quantity),
  data: z.optional(bytes),
  gas: z.optional(quantity),
})
export type SimulatedCall = z.infer<typeof simulatedCall>

/**
 * `POST /v1/tx/simulate`: a single call, or `calls` that are executed in sequence, all or nothing. `chainId` is
 * CAIP-2. Numbers are hexadecimal, as in JSON-RPC. With `delegation`, the account has delegated its code to that address
 * (EIP-7702) in the simulation.
 */
export const simulateRequest = z
  .strictObject({
    chainId: z.string().check(z.refine(isCaipNetworkId, { error: 'must be a CAIP-2 id such as eip155:1' })),
    from: address,
    ...simulatedCall.shape,
    calls: z.optional(z.array(simulatedCall).check(z.minLength(1), z.maxLength(20))),
    delegation: z.optional(delegation),
  })
  .check(
    z.refine(
      ({ calls, to, value, data, gas }) =>
        (calls === undefined) !== [to, value, data, gas].every((part) => part === undefined),
      { error: 'must be either one call (to, value, data, gas) or a list of calls' },
    ),
  )
export type SimulateRequest = z.infer<typeof simulateRequest>
