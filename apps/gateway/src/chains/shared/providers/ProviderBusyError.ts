import { BaseError } from '@portico/protocol'

/** Thrown when a provider is not called: its rate limit is used up, or its circuit breaker is open. */
export class ProviderBusyError extends BaseError {
  override name = 'ProviderBusyError'
  readonly provider: string
  readonly reason: 'budget' | 'circuit'
  constructor({ provider, reason }: { provider: string; reason: 'budget' | 'circuit' }) {
    super(
      reason === 'budget'
        ? `The rate limit of ${provider} is used up.`
        : `The circuit breaker of ${provider} is open after repeated failures.`,
    )
    this.provider = provider
    this.reason = reason
  }
}
