import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listExamples } from './listExamples.mjs'

/**
 * Writes every example as a module into `.cache/docs/examples`, where `docs/site/examples/tsconfig.json` compiles them. The code
 * stands on the same lines as in its source, so that the compiler names the line to correct.
 *
 * Files that are the same are left as they are: the compiler then has nothing to do.
 *
 * @param {{ root: string }} parameters
 * @example
 * writeExamples({ root })
 */
export function writeExamples({ root }) {
  const to = join(root, '.cache/docs/examples')
  const modules = new Map(
    listExamples({ root }).map((example) => [
      join(to, `${example.file}.${example.line}.tsx`),
      toModule(example),
    ]),
  )
  for (const path of globSync('**/*.tsx', { cwd: to }).map((file) => join(to, file)))
    if (!modules.has(path)) rmSync(path)
  for (const [path, text] of modules) write(path, text)
}

/**
 * Returns the module of an example. If it ends with a `return`, it is the body of a component or handler.
 *
 * @param {{ line: number, code: string }} example
 * @returns {string}
 *
 * @example
 * toModule({ line: 3, code: "import { a } from 'b'\nreturn a\n" }) // "\n\nimport { a } from 'b'\nasync function example() {return a\n}\nexport {}\n"
 */
export function toModule({ line, code }) {
  const before = '\n'.repeat(line - 1)
  if (!/^(if .*)?return\b/m.test(code)) return `${before}${code}\nexport {}\n`
  const [imports] = /^(?:import [^']*'[^']+'\n|\n)*/.exec(code)
  return `${before}${imports}export async function example() {${code.slice(imports.length)}\n}\n`
}

function write(path, text) {
  try {
    if (readFileSync(path, 'utf8') === text) return
  } catch {
    mkdirSync(dirname(path), { recursive: true })
  }
  writeFileSync(path, text)
}
