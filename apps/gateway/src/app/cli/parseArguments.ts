import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { UsageError } from '@portico/server'

/**
 * Parses options and positional arguments.
 *
 * @throws {UsageError} for unknown options or missing values.
 */
export function parseArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Keep only the first sentence: Node's second one explains how to pass the option as a positional argument.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`)
  }
}
