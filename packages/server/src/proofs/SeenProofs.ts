/** Remembers which proofs have been used, so that none is used twice. */
export type SeenProofs = {
  /** @returns whether it was new; of two calls with the same id one hears `true`, in all processes that share it. */
  add(proof: { id: string; expiresAt: number; now: number }): Promise<boolean>
}
