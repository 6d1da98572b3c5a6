import { BaseError } from '@portico/protocol'

/** A provider is not asked: its budget is spent, or it failed too often just now. */
export class ProviderBusyError extends BaseError {
  override name = 'ProviderBusyError'
  readonly provider: string
  readonly reason: 'budget' | 'circuit'
  constructor({ provider, reason }: { provider: string; reason: 'budget' | 'circuit' }) {
    super(
      reason === 'budget'
        ? `The budget of ${provider} is spent.`
        : `${provider} failed too often and rests for a while.`,
    )
    this.provider = provider
    this.reason = reason
  }
}
