/** One transaction of a seed, alone in its block. */
export interface Step {
  /** Time of its block, seconds since 1970. Strictly later than the step before. */
  time: number
  /** Address of one of the test accounts. */
  from: `0x${string}`
  /** Absent: a contract is created. */
  to?: `0x${string}` | undefined
  value?: bigint | undefined
  data?: `0x${string}` | undefined
  /** A transaction that is meant to revert. */
  fails?: boolean | undefined
}
