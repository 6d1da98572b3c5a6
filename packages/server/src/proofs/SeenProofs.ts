/** Stores which proofs have been used, so that none can be replayed. */
export type SeenProofs = {
  /** Stores a proof and returns whether it was new. Of concurrent calls with one ID, exactly one gets `true`. */
  add(proof: { id: string; expiresAt: number; now: number }): Promise<boolean>
}
