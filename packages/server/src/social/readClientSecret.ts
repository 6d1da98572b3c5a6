import { readFileSync } from 'node:fs'
import type { EnvReader } from '../process/createEnvReader.ts'

/**
 * Returns a client's secret, the trimmed content of the file that a variable names. If there is none, it adds a problem, which never contains the
 * content, and returns an empty text.
 */
export function readClientSecret(
  { get, problems }: Pick<EnvReader, 'get' | 'problems'>,
  name: string,
): string {
  const file = get(name)
  if (file === undefined) problems.push(`${name} is not set: set it to the file with the client's secret.`)
  else
    try {
      const secret = readFileSync(file, 'utf8').trim()
      if (secret !== '') return secret
      problems.push(`${name} is an empty file: ${file}.`)
    } catch (error) {
      problems.push(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}.`)
    }
  return ''
}
