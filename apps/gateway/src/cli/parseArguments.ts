import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { UsageError } from './UsageError.ts'

/**
 * Reads options and words.
 *
 * @throws {UsageError} for options that are not there.
 */
export function parseArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // The second sentence is about how to write what we do not have.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`)
  }
}
