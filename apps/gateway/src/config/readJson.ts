import { readFileSync } from 'node:fs'

/**
 * The value of a variable that holds JSON, or the path of a file that holds it.
 *
 * @throws {Error} with a sentence that can stand after "NAME …".
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
