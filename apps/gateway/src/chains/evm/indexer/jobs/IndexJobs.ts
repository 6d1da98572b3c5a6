import type { CaipNetworkId } from '@portico/protocol'

/** Reads the activity of requested accounts in the background. */
export type IndexJobs = {
  /** Adds a job for an account that was requested. Cheap enough to call with every request. */
  onAccountRequest(entry: { chain: CaipNetworkId; account: string }): void
  /** Whether older activity of an account is being read, or waits for it. */
  isReading(query: { chain: CaipNetworkId; account: string }): Promise<boolean>
  /** Runs the jobs that are due and resolves when none is left, or none may run now. Also runs every second. */
  run(): Promise<void>
  /** Stops after the current reads. */
  close(): Promise<void>
}

/** Called after older activity of an account was read. */
export type OnActivityRead = (event: {
  chain: CaipNetworkId
  account: string
  /** Everything from this block upwards is indexed; 0 if the whole chain is. */
  backfilledTo: number
}) => void
