import { BaseError } from '@portico/protocol'
import type { Command } from './Command.ts'
import { UsageError } from './UsageError.ts'

/**
 * Runs one of a program's operator commands and returns the exit code: 0 done, 1 not possible, 2 not understood.
 *
 * @param args the arguments after the program's name: a command and its own arguments, or `help [command]`.
 * @param usage printed by `help`, and for an unknown command.
 */
export async function runCli<Config>({
  commands,
  usage,
  args,
  env,
  readConfig,
  print = console.log,
  printError = console.error,
}: {
  commands: Readonly<Record<string, Command<Config>>>
  usage: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  readConfig: (env: NodeJS.ProcessEnv) => Config
  print?: ((text: string) => void) | undefined
  printError?: ((text: string) => void) | undefined
}): Promise<0 | 1 | 2> {
  const find = (name: string) => (Object.hasOwn(commands, name) ? commands[name] : undefined)
  const [name = '', ...rest] = args
  if (['help', '--help', '-h'].includes(name)) {
    print(find(rest[0] ?? '')?.help ?? usage)
    return 0
  }
  const command = find(name)
  if (!command) {
    printError(`There is no command "${name}".\n\n${usage}`)
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    print(command.help)
    return 0
  }
  try {
    return await command.run({ args: rest, env, config: readConfig(env), print })
  } catch (error) {
    if (error instanceof UsageError) {
      printError(`${error.shortMessage}\n\n${command.help}`)
      return 2
    }
    const unusable = describeFileError(error)
    if (unusable !== undefined) {
      printError(unusable)
      return 1
    }
    if (!(error instanceof BaseError)) throw error
    // What is wrong with each variable is in the rest of the message.
    printError(error.code === 'invalid-config' ? error.message : error.shortMessage)
    return 1
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists already',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
}

/** Returns a sentence about a file that cannot be used, as in a path that was given to a command. */
function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path } = error as NodeJS.ErrnoException
  return path === undefined ? undefined : `${path} cannot be used: ${reasons[code] ?? code}.`
}
