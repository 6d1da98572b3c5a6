import * as z from 'zod/mini'
import { problem } from '../gateway/problem.ts'
import { maxWorkBits } from './work.ts'

/**
 * An error of the vault, in the gateway's format. `retryAfter` is in seconds (`too-soon`, `rate-limited`);
 * `triesLeft` is the number of remaining attempts (`digits-wrong`); `until` is the ISO 8601 time from which the request
 * is allowed (`held`, `device-too-new`); `workChallenge` and `workBits` are the challenge to solve and its difficulty
 * (`work-required`).
 */
export const vaultProblem = z.extend(problem, {
  retryAfter: z.optional(z.number()),
  triesLeft: z.optional(z.number()),
  until: z.optional(z.string()),
  workChallenge: z.optional(z.string()),
  workBits: z.optional(z.int().check(z.positive(), z.maximum(maxWorkBits))),
})
export type VaultProblem = z.infer<typeof vaultProblem>
