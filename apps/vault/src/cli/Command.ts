import type { Config } from '../config/Config.ts'

/** One of the operator's commands. */
export type Command = {
  help: string
  /**
   * @returns the exit code.
   * @throws {UsageError} for arguments that are not understood, {BaseError} for what is not possible.
   */
  run(call: { args: readonly string[]; config: Config; print: (text: string) => void }): Promise<0 | 1>
}
