import * as z from 'zod/mini'

/** `GET /v1/supported-chains`: CAIP-2 ids this gateway answers for over HTTP and WebSocket. */
export const supportedChainsResponse = z.object({ http: z.array(z.string()), ws: z.array(z.string()) })
export type SupportedChainsResponse = z.infer<typeof supportedChainsResponse>
