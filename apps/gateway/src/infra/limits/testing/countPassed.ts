import { type createRateLimit, Problem } from '@portico/server'

/** Makes a number of calls, in turns against several limits, and returns how many of them were admitted. */
export function countPassed(limits: ReturnType<typeof createRateLimit>[], calls: number): number {
  let passed = 0
  for (let call = 0; call < calls; call++) {
    try {
      limits[call % limits.length]?.take('key')
      passed++
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  return passed
}
