import { BaseError } from '@portico/protocol'
import type { FailureReason } from './Answer.ts'

/** Thrown when no upstream of a chain answered in time. */
export class UpstreamsFailedError extends BaseError {
  override name = 'UpstreamsFailedError'
  static override code = 'upstream-unavailable'
  /** The number of upstreams tried. */
  readonly tried: number
  /** Why they failed, without duplicates. */
  readonly reasons: readonly FailureReason[]
  /** How long to wait before the next try, in milliseconds, if an upstream said so. */
  readonly retryAfterMs: number | undefined
  constructor({
    chain,
    tried,
    reasons,
    retryAfterMs,
  }: {
    chain: string
    tried: number
    reasons: readonly FailureReason[]
    retryAfterMs?: number | undefined
  }) {
    super('No upstream of the chain answered.', {
      metaMessages: [`Chain: ${chain}`, `Reasons: ${reasons.join(', ')}`],
    })
    this.tried = tried
    this.reasons = reasons
    this.retryAfterMs = retryAfterMs
  }
}
