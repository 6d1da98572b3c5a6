import { runCli as run } from '@portico/server'
import type { Config } from '../../infra/config/Config.ts'
import { backup } from './backup.ts'
import type { Command } from './Command.ts'
import { identities } from './identities.ts'
import { keys } from './keys.ts'
import { migrateCommand } from './migrateCommand.ts'
import { project } from './project.ts'
import { restore } from './restore.ts'
import { sponsor } from './sponsor.ts'

const commands: Readonly<Record<string, Command>> = {
  project,
  migrate: migrateCommand,
  keys,
  identities,
  backup,
  restore,
  sponsor,
}

const usage = [
  'npm run gateway                 run the server',
  'npm run gateway -- --check      validate and print the configuration',
  'npm run gateway -- <command>    run one of these commands:',
  ...Object.values(commands).map(({ summary }) => `  ${summary}`),
  '',
  'Details: npm run gateway -- help <command>. All commands use the database and the data folder of the',
  'environment (DATABASE_URL, PORTICO_DATA_DIR). The gateway may be running.',
].join('\n')

/**
 * Runs an operator command and returns the exit code: 0 = success, 1 = failure, 2 = invalid usage.
 *
 * @example
 * process.exitCode = await runCli({ args: ['project', 'list'], env: process.env, readConfig })
 */
export function runCli(call: {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  readConfig: (env: NodeJS.ProcessEnv) => Config
  print?: (text: string) => void
  printError?: (text: string) => void
}): Promise<0 | 1 | 2> {
  return run({ commands, usage, ...call })
}
