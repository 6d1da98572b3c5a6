import { describeFailure } from '../log/describeFailure.ts'

/**
 * What a program says when it ends by a bug: the kind of error and the places, and no words that others have chosen.
 *
 * @example
 * console.error(crashText(error))
 */
export function crashText(error: unknown): string {
  if (!(error instanceof Error)) return `A value of type ${typeof error} was thrown, which is no error.`
  const { name, message, code, stack } = describeFailure(error)
  const said = [name, ...(code === undefined ? [] : [`(${code})`])].join(' ')
  return [message === undefined ? said : `${said}: ${message}`, ...(stack ? [stack] : [])].join('\n')
}
