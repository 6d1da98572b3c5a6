import { describeFailure } from '../log/describeFailure.ts'

/**
 * Returns what a program prints when it ends because of a bug: the error's name and stack frames, but no message, which may
 * quote a secret.
 *
 * @example
 * console.error(crashText(error))
 */
export function crashText(error: unknown): string {
  if (!(error instanceof Error)) return `A value of type ${typeof error} was thrown instead of an error.`
  const { name, message, code, stack } = describeFailure(error)
  const heading = [name, ...(code === undefined ? [] : [`(${code})`])].join(' ')
  return [message === undefined ? heading : `${heading}: ${message}`, ...(stack ? [stack] : [])].join('\n')
}
