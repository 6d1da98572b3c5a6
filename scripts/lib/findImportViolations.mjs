import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { parseSync } from 'rolldown/utils'

/**
 * Reads every import of the packages and apps and finds those that break the house plan.
 *
 * Refused are: an import that goes up or sideways, a relative path that leaves the package, the inside of another package,
 * one's own package by its name, and a Node module in code that browsers run. Type imports count: they too say who knows
 * whom. Cycles inside a package and undeclared dependencies are Biome's task.
 *
 * @param {object} parameters
 * @param {string} parameters.root the folder that holds `packages` and `apps`
 * @param {Readonly<Record<string, readonly string[]>>} parameters.mayImport package folder → package folders it may know
 * @param {readonly string[]} parameters.forTests what a test may know besides
 * @param {readonly string[]} [parameters.onServers] packages that no browser runs
 * @returns {string[]} one sentence each, with file and line
 *
 * @example
 * findImportViolations({ root, mayImport: { protocol: [], core: ['protocol'] }, forTests: ['testkit'] })
 * // ['packages/protocol/src/caip.ts:3 imports @portico/core: protocol may know no other package.']
 */
export function findImportViolations({ root, mayImport, forTests, onServers = [] }) {
  return ['packages', 'apps'].flatMap((group) =>
    folders(join(root, group)).flatMap((name) => {
      const home = join(root, group, name)
      if (!mayImport[name]) {
        return [
          `${group}/${name} is not in the table of scripts/check-imports.mjs: say there what it may know.`,
        ]
      }
      return sources(home).flatMap((file) => {
        // What only tests use stands in `test/`.
        const isTest = /\.test\.tsx?$/.test(file) || file.startsWith(join(home, 'test') + sep)
        const known = isTest ? [...mayImport[name], ...forTests] : mayImport[name]
        const inBrowser =
          group === 'packages' &&
          !isTest &&
          !onServers.includes(name) &&
          file.startsWith(join(home, 'src') + sep)
        return imports(file).flatMap(({ specifier, line }) => {
          const reason = refuse({ specifier, file, home, name, known, inBrowser })
          return reason ? [`${relative(root, file)}:${line} imports ${specifier}: ${reason}`] : []
        })
      })
    }),
  )
}

/** @returns {string | undefined} why this import is refused */
function refuse({ specifier, file, home, name, known, inBrowser }) {
  if (specifier.startsWith('.')) {
    const path = relative(home, join(dirname(file), specifier))
    return path.startsWith('..')
      ? 'a relative path may not leave its package: import the package.'
      : undefined
  }
  if (specifier.startsWith('node:')) {
    return inBrowser ? 'this code also runs in browsers, which have no Node modules.' : undefined
  }
  const [, target, inside] = /^@portico\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (!target) return undefined
  if (target === name) return 'inside its own package, code imports the file.'
  if (inside && /^(src|dist)(\/|$)/.test(inside)) return 'import the package, not its inside.'
  if (known.includes(target)) return undefined
  return `${name} may know ${known.length > 0 ? `only ${known.join(', ')}` : 'no other package'}.`
}

/** @returns {{ specifier: string, line: number }[]} what the file imports or re-exports, statically or not */
function imports(file) {
  const text = readFileSync(file, 'utf8')
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const fixed = [
    ...module.staticImports.map((entry) => entry.moduleRequest),
    ...module.staticExports.flatMap((entry) => entry.entries.map((part) => part.moduleRequest).slice(0, 1)),
  ]
    .filter(Boolean)
    .map(({ value, start }) => ({ specifier: value, start }))
  const lazy = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(start, end).trim())
    return literal ? [{ specifier: literal[2], start }] : []
  })
  return [...fixed, ...lazy].map(({ specifier, start }) => ({
    specifier,
    line: text.slice(0, start).split('\n').length,
  }))
}

function folders(path) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}

/** @returns {string[]} the package's own TypeScript files */
function sources(home) {
  return readdirSync(home, { withFileTypes: true }).flatMap((entry) => {
    const path = join(home, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sources(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}
