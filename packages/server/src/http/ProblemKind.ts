/** What a server says of a problem: it is the same for all of its cases. */
export type ProblemKind = {
  status: number
  title: string
  /** What to do about it, shown at `/problems/<code>`. */
  help: string
  /** Whether asking again may help. */
  retryable?: true
  /** Clients find a sentence of theirs by exactly this title: no case adds anything to it. */
  isFixed?: true
}
