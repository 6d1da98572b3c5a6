import * as z from 'zod/mini'

/**
 * `GET /v1/supported-chains`: the CAIP-2 IDs that the gateway serves over HTTP and WebSocket, those on which it quotes swaps, and
 * those on which it gives test money. Gateways of earlier releases do not name the last two.
 */
export const supportedChainsResponse = z.object({
  http: z.array(z.string()),
  ws: z.array(z.string()),
  swap: z.optional(z.array(z.string())),
  faucet: z.optional(z.array(z.string())),
})
export type SupportedChainsResponse = z.infer<typeof supportedChainsResponse>
