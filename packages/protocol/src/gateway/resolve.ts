import * as z from 'zod/mini'

/**
 * `GET /v1/resolve/{name}?chainId=`: the address that a name has on a network. `name` is normalised (ENSIP-15). `source` is `ens`, or
 * `own` for a name of this gateway. `coinType` is the one whose address was found (ENSIP-11): 60 instead of the network's own
 * means that the name has only an Ethereum address.
 */
export const resolveResponse = z.object({
  name: z.string(),
  address: z.string(),
  source: z.enum(['ens', 'own']),
  coinType: z.int(),
})
export type ResolveResponse = z.infer<typeof resolveResponse>
