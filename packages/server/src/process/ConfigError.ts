import { BaseError } from '@portico/protocol'

/** Thrown when the environment is not a valid configuration. Lists every problem, so that one start shows them all. */
export class ConfigError extends BaseError {
  override name = 'ConfigError'
  static override code = 'invalid-config'
  /** One sentence each, beginning with the variable. */
  readonly problems: readonly string[]
  constructor({ program, problems }: { program: string; problems: readonly string[] }) {
    super(`The configuration of the ${program} is not valid.`, {
      metaMessages: problems.map((problem) => `- ${problem}`),
    })
    this.problems = problems
  }
}
