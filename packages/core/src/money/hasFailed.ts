const failed = ['failed', 'replaced', 'expired'] as const

/** Returns whether a transaction is in a block and failed, or never will be in one. */
export function hasFailed(outcome: string): outcome is (typeof failed)[number] {
  return (failed as readonly string[]).includes(outcome)
}
