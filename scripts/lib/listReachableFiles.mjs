import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A relative path in quotes: of an import, of `import()`, of a type, or of `new URL('./font.woff2', import.meta.url)`. */
const relativePaths = /(["'`])(\.\.?\/[^"'`\s]+)\1/g

/**
 * Lists the built files that can be reached from the entries of a package: what is left are tests, and the types of
 * internals.
 *
 * @param {{ folder: string, exports: object }} parameters
 * @returns {string[]} paths from `folder`, sorted
 */
export function listReachableFiles({ folder, exports }) {
  const found = new Set()
  const waiting = Object.entries(exports)
    .filter(([path]) => path !== './package.json')
    .flatMap(([, target]) => (typeof target === 'string' ? [target] : Object.values(target)))
    // `./dist/chunks/*` are files that other packages of ours import.
    .flatMap((file) => (file.endsWith('/*') ? listFiles(join(folder, dirname(file))) : join(folder, file)))
  while (waiting.length > 0) {
    const file = waiting.pop()
    if (found.has(file)) continue
    if (!existsSync(file)) throw new Error(`${file} does not exist: run \`npm run build\` first.`)
    found.add(file)
    // A font is published with its licence.
    const licence = join(dirname(file), 'LICENSE')
    if (file.endsWith('.woff2') && isFile(licence)) waiting.push(licence)
    if (!/\.([cm]?js|d\.ts)$/.test(file)) continue
    for (const [, , path] of readFileSync(file, 'utf8').matchAll(relativePaths)) {
      // The compiler leaves the extensions of sources in types.
      const built = file.endsWith('.d.ts') ? path.replace(/(?<!\.d)\.(js|tsx?)$/, '.d.ts') : path
      const target = join(dirname(file), built)
      // Other texts may look like paths.
      if (target.startsWith(join(folder, 'dist/')) && isFile(target)) waiting.push(target)
    }
  }
  return [...found].map((file) => relative(folder, file)).toSorted()
}

function listFiles(folder) {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter(isFile)
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
