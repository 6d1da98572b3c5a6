import * as z from 'zod/mini'

/** `GET /v1/supported-chains`: the CAIP-2 IDs that the gateway serves over HTTP and WebSocket. */
export const supportedChainsResponse = z.object({ http: z.array(z.string()), ws: z.array(z.string()) })
export type SupportedChainsResponse = z.infer<typeof supportedChainsResponse>
