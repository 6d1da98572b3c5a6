import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const patterns = {
  // A line that the template has as a comment.
  gatewayUrl: /^([ \t]*)\/\/ gatewayUrl: '[^']*',/gm,
  projectId: /^([ \t]*)projectId: '[^']*',/gm,
}

/**
 * Sets an option of `createAppKit` in the sources of an application.
 *
 * @throws {Error} if no file has the option; every template does
 */
export function setOption({
  folder,
  option,
  value,
}: {
  folder: string
  option: keyof typeof patterns
  value: string
}): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|jsx?|mjs|vue|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  let found = false
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const changed = text.replace(patterns[option], (_, indent: string) => `${indent}${option}: '${value}',`)
    if (changed === text) continue
    found = true
    writeFileSync(file, changed)
  }
  if (!found) throw new Error(`The template has no option ${option}.`)
}
