import type { Config } from '../config/Config.ts'

/** One of the operator's commands. */
export type Command = {
  /** A line for the list. */
  summary: string
  help: string
  /**
   * @returns the exit code.
   * @throws {UsageError} for arguments that are not understood, {BaseError} for what is not possible.
   */
  run(call: {
    args: readonly string[]
    env: NodeJS.ProcessEnv
    config: Config
    print: (text: string) => void
  }): Promise<0 | 1>
}
