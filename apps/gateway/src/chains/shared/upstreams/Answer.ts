/** A JSON-RPC error object as an upstream returned it. */
export type UpstreamError = { code: number; message: string; data?: unknown }

/**
 * The outcome of one request to one upstream. `text` is the `result` or `error` member exactly as it appears in the
 * response body.
 */
export type Answer =
  | { kind: 'result'; text: string; result: unknown }
  /** `isRetryable`: another upstream may give a better answer. */
  | {
      kind: 'error'
      text: string
      error: UpstreamError
      isRetryable: boolean
      retryAfterMs?: number | undefined
    }
  | { kind: 'failure'; reason: FailureReason; retryAfterMs?: number | undefined }

/** Why a request produced no usable JSON-RPC response. */
export type FailureReason =
  | 'timeout'
  | 'connection'
  | 'too-large'
  | 'cancelled'
  | 'throttled'
  | 'status'
  | 'not-json'
  | 'wrong-id'
  | 'wrong-chain'
  | 'behind'
  | 'disagreement'
