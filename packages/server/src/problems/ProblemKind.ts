/** What a server answers for a problem code: the same in every case. */
export type ProblemKind = {
  /** HTTP status. */
  status: number
  title: string
  /** What to do about it; shown at `/problems/<code>`. */
  help: string
  /** Whether the same request may succeed later. */
  retryable?: true
  /** Clients compare `detail` with exactly this title, so a case's own `detail` is not sent. */
  isFixed?: true
  /** Headers of every answer with this problem. */
  headers?: Readonly<Record<string, string>>
}
