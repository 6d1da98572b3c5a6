/** What is done with a request. */
export type MethodDecision =
  | { kind: 'forward' }
  /** The result as JSON text. */
  | { kind: 'answer'; result: string }
  | { kind: 'refuse'; code: number; message: string }
