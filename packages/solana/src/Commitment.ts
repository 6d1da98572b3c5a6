/**
 * How final a transaction must be: processed by the node, confirmed by the votes of two thirds of the stake, or
 * finalized, so that it cannot be rolled back.
 */
export type Commitment = 'processed' | 'confirmed' | 'finalized'
