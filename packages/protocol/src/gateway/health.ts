import * as z from 'zod/mini'

/** `GET /livez`: the process answers. */
export const liveResponse = z.object({ status: z.literal('ok') })
export type LiveResponse = z.infer<typeof liveResponse>

/** `GET /readyz`: 200 if all of its parts do, else 503. `checks` are by part: the database, each chain, Redis. */
export const readyResponse = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.string()),
})
export type ReadyResponse = z.infer<typeof readyResponse>
