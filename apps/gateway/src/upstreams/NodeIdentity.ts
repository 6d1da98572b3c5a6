/** How a node is asked which chain it is on. */
export type NodeIdentity = {
  method: string
  /** JSON text. */
  params: string
  /** Whether its answer names our chain; undefined if it is no answer at all. */
  isOurs(result: unknown): boolean | undefined
}
