import { BaseError } from '@portico/protocol'
import type { Config } from '../config/Config.ts'
import { audit } from './audit.ts'
import type { Command } from './Command.ts'
import { keys } from './keys.ts'
import { peppers } from './peppers.ts'
import { rotate } from './rotate.ts'
import { UsageError } from './UsageError.ts'

const commands: Readonly<Record<string, Command>> = { keys, rotate, peppers, audit }

const usage = [
  'npm run vault                          runs the server',
  'npm run vault -- --check               says what it would run with',
  ...Object.values(commands).map(({ help }) => help.split('\n\n')[0]),
].join('\n')

/**
 * The operator's commands, beside the server itself.
 *
 * @returns the exit code: 0 done, 1 not possible, 2 not understood.
 * @example
 * process.exitCode = await runCli({ args: ['audit', 'verify'], env: process.env, readConfig })
 */
export async function runCli({
  args,
  env,
  readConfig,
  print = console.log,
  complain = console.error,
}: {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  readConfig: (env: NodeJS.ProcessEnv) => Config
  print?: (text: string) => void
  complain?: (text: string) => void
}): Promise<0 | 1 | 2> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (['help', '--help', '-h'].includes(name)) {
    print(usage)
    return 0
  }
  if (!command) {
    complain(`There is no command "${name}".\n\n${usage}`)
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    print(command.help)
    return 0
  }
  try {
    return await command.run({ args: rest, config: readConfig(env), print })
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.shortMessage}\n\n${command.help}`)
      return 2
    }
    if (!(error instanceof BaseError)) throw error
    complain(error.shortMessage)
    return 1
  }
}
