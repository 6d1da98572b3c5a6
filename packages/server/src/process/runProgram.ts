import { BaseError } from '@portico/protocol'
import { ConfigError } from './ConfigError.ts'
import { crashText } from './crashText.ts'
import { guardProcess } from './guardProcess.ts'

type CheckResult = { ok: boolean; text: string }

/**
 * Runs a server program: without arguments the server, with `--check` or `doctor` a check of its configuration and of what it names, with any other
 * argument an operator command. If it cannot run, it prints one sentence and exits with 1.
 *
 * `runCli` and `runServer` should import their modules lazily, so that an invalid configuration is reported before the
 * whole server has been loaded.
 *
 * @example
 * await runProgram({
 *   checkConfig,
 *   runCli: async (args) => (await import('./cli/runCli.ts')).runCli({ args, env: process.env, readConfig }),
 *   async runServer() {
 *     const config = readConfig(process.env)
 *     await (await import('./runServer.ts')).runServer(config)
 *   },
 * })
 */
export async function runProgram({
  checkConfig,
  checkServices,
  runCli,
  runServer,
}: {
  checkConfig: (env: NodeJS.ProcessEnv) => CheckResult
  /** Tries what a valid configuration names. */
  checkServices?: ((env: NodeJS.ProcessEnv) => Promise<CheckResult>) | undefined
  /** Returns the exit code. */
  runCli: (args: readonly string[]) => Promise<number>
  runServer: () => Promise<void>
}): Promise<void> {
  try {
    guardProcess({ env: process.env })
    const args = process.argv.slice(2)
    if (args[0] === '--check' || args[0] === 'doctor') {
      const { ok, text } = checkConfig(process.env)
      console.log(text)
      const services = ok ? await checkServices?.(process.env) : undefined
      if (services) console.log(services.text)
      process.exitCode = ok && services?.ok !== false ? 0 : 1
    } else if (args[0] !== undefined) process.exitCode = await runCli(args)
    else await runServer()
  } catch (error) {
    // The message of our own errors is complete. Any other error is a bug: print its stack, but no text that may quote a
    // secret.
    if (error instanceof ConfigError) console.error(error.message)
    else console.error(error instanceof BaseError ? error.shortMessage : crashText(error))
    process.exit(1)
  }
}
