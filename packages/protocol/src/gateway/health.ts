import * as z from 'zod/mini'

/** `GET /livez`: the process is running. `time` is its clock, in milliseconds since the epoch; other servers compare theirs. */
export const liveResponse = z.object({ status: z.literal('ok'), time: z.optional(z.number()) })
export type LiveResponse = z.infer<typeof liveResponse>

/**
 * `GET /readyz`: 200 if the server takes requests, otherwise 503. `GET /healthz`: 200 if every check passes, otherwise 503,
 * with one check each for the database, every chain and Redis.
 */
export const readyResponse = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.string()),
})
export type ReadyResponse = z.infer<typeof readyResponse>
