import { BaseError } from '@portico/protocol'
import type { Config } from '../config/Config.ts'
import { backup } from './backup.ts'
import type { Command } from './Command.ts'
import { keys } from './keys.ts'
import { migrateCommand } from './migrateCommand.ts'
import { project } from './project.ts'
import { restore } from './restore.ts'
import { UsageError } from './UsageError.ts'

const commands: Readonly<Record<string, Command>> = {
  project,
  migrate: migrateCommand,
  keys,
  backup,
  restore,
}

/**
 * The operator's commands, beside the server itself.
 *
 * @returns the exit code: 0 done, 1 not possible, 2 not understood.
 * @example
 * process.exitCode = await runCli({ args: ['project', 'list'], env: process.env, readConfig })
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
  if (name === 'help' || name === '--help' || name === '-h') {
    print(usage(rest[0]))
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    complain(`There is no command "${name}".\n\n${usage()}`)
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    print(usage(name))
    return 0
  }
  try {
    return await command.run({ args: rest, env, config: readConfig(env), print })
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\n\n${usage(name)}`)
      return 2
    }
    if (!(error instanceof BaseError)) throw error
    complain(error.shortMessage)
    return 1
  }
}

function usage(name?: string): string {
  const own = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (own) return own.help
  const list = Object.values(commands).map(({ summary }) => `  ${summary}`)
  return [
    'npm run gateway                 runs the server',
    'npm run gateway -- --check      says what it would run with',
    'npm run gateway -- <command>    one of',
    ...list,
    '',
    'More about one: npm run gateway -- help <command>. All of them use the database and the folder of the',
    'environment (DATABASE_URL, PORTICO_DATA_DIR), while the gateway runs or not.',
  ].join('\n')
}
