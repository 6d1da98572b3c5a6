import { BaseError } from '@portico/protocol'

/** Thrown when the environment cannot be used; names every problem, so that one start shows them all. */
export class ConfigError extends BaseError {
  override name = 'ConfigError'
  static override code = 'invalid-config'
  /** One sentence each, beginning with the variable. */
  readonly problems: readonly string[]
  constructor({ problems }: { problems: readonly string[] }) {
    super('The configuration of the vault cannot be used.', {
      metaMessages: problems.map((problem) => `- ${problem}`),
    })
    this.problems = problems
  }
}
