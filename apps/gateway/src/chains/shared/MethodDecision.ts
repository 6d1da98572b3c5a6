/** What the gateway does with a JSON-RPC request. */
export type MethodDecision =
  | { kind: 'forward' }
  /** `result` is JSON text. */
  | { kind: 'answer'; result: string }
  | { kind: 'refuse'; code: number; message: string }
