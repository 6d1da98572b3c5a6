import { runCli as run } from '@portico/server'
import type { Config } from '../config/Config.ts'
import { audit } from './audit.ts'
import type { Command } from './Command.ts'
import { identities } from './identities.ts'
import { keys } from './keys.ts'
import { peppers } from './peppers.ts'
import { rotate } from './rotate.ts'

const commands: Readonly<Record<string, Command>> = { keys, rotate, peppers, identities, audit }

const usage = [
  'npm run vault                          runs the server',
  'npm run vault -- --check               prints the configuration it would run with',
  ...Object.values(commands).map(({ help }) => help.split('\n\n')[0]),
].join('\n')

/**
 * Runs an operator command and returns the exit code: 0 done, 1 not possible, 2 not understood.
 *
 * @example
 * process.exitCode = await runCli({ args: ['audit', 'verify'], env: process.env, readConfig })
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
