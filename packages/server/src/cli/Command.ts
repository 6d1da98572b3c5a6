/** An operator command of a server program. */
export type Command<Config> = {
  help: string
  /**
   * Runs the command and returns the exit code.
   *
   * @throws {UsageError} if the arguments are not understood, {BaseError} if the command is not possible.
   */
  run(call: {
    args: readonly string[]
    env: NodeJS.ProcessEnv
    config: Config
    print: (text: string) => void
  }): Promise<0 | 1>
}
