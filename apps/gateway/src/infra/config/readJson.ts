import { readFileSync } from 'node:fs'

/**
 * Parses the value of an environment variable: JSON, or the path of a JSON file.
 *
 * @throws {Error} whose message completes a sentence that begins with the variable's name.
 */
export function readJson(value: string): unknown {
  const isText = /^\s*[[{]/.test(value)
  let text = value
  if (!isText) {
    try {
      text = readFileSync(value, 'utf8')
    } catch {
      throw new Error(`must be JSON or the path of a readable JSON file; "${value.slice(0, 80)}" is neither.`)
    }
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`is not valid JSON${isText ? '' : ` (file ${value})`}: ${reason}.`)
  }
}
