import * as z from 'zod/mini'
import { problem } from '../gateway/problem.ts'

/**
 * An error of the vault, as the gateway's. `retryAfter` is seconds (`too-soon`, `rate-limited`), `triesLeft` how often a
 * code may still be typed (`code-wrong`), `until` the ISO 8601 time from which it is allowed (`held`, `device-too-new`).
 */
export const vaultProblem = z.extend(problem, {
  retryAfter: z.optional(z.number()),
  triesLeft: z.optional(z.number()),
  until: z.optional(z.string()),
})
export type VaultProblem = z.infer<typeof vaultProblem>
