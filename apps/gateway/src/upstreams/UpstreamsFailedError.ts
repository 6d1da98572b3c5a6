import { BaseError } from '@portico/protocol'
import type { FailureReason } from './readAnswer.ts'

/** Thrown when no node of a chain gave an answer in time. */
export class UpstreamsFailedError extends BaseError {
  override name = 'UpstreamsFailedError'
  static override code = 'upstream-unavailable'
  /** How many nodes were asked. */
  readonly tried: number
  /** What went wrong, each kind once. */
  readonly reasons: readonly FailureReason[]
  /** When one of them may be asked again, if it said so. */
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
    super('No node of the chain answers.', {
      metaMessages: [`Chain: ${chain}`, `Reasons: ${reasons.join(', ')}`],
    })
    this.tried = tried
    this.reasons = reasons
    this.retryAfterMs = retryAfterMs
  }
}
