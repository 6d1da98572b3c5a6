import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { parseSync } from 'rolldown/utils'

/**
 * Reads every import of the packages and apps and returns those that break the layering.
 *
 * Refused: an import of a package or layer that is not allowed, a relative path that leaves the package, an internal path
 * of another package, a package importing itself by name, and a Node module in code that runs in browsers. Type imports
 * count too. Biome checks for import cycles within a package and for undeclared dependencies.
 *
 * @param {object} parameters
 * @param {string} parameters.root the folder that holds `packages` and `apps`
 * @param {Readonly<Record<string, readonly string[]>>} parameters.mayImport package folder → package folders it may import
 * @param {readonly string[]} parameters.forTests packages that tests may import as well
 * @param {readonly string[]} [parameters.onServers] packages that never run in a browser
 * @param {Readonly<Record<string, readonly string[]>>} [parameters.layers] package folder → folders below its `src`, lowest
 * layer first. Code may import its own layer and lower ones; folders joined by a comma are siblings, which may not import
 * each other. Files outside every listed folder may import anything. Tests and `testing/` folders are exempt.
 * @returns {string[]} one sentence per violation, with file and line
 *
 * @example
 * findImportViolations({ root, mayImport: { protocol: [], core: ['protocol'] }, forTests: ['testkit'] })
 * // ['packages/protocol/src/caip.ts:3 imports @portico/core: protocol may import no other package.']
 */
export function findImportViolations({ root, mayImport, forTests, onServers = [], layers = {} }) {
  return ['packages', 'apps'].flatMap((group) =>
    folders(join(root, group)).flatMap((name) => {
      const home = join(root, group, name)
      if (!mayImport[name]) {
        return [
          `${group}/${name} is not in the table of scripts/check-imports.mjs: add a row with the packages it may import.`,
        ]
      }
      return sources(home).flatMap((file) => {
        // Files in `test/` are used by tests only.
        const isTest = /\.test\.tsx?$/.test(file) || file.startsWith(join(home, 'test') + sep)
        const allowed = isTest ? [...mayImport[name], ...forTests] : mayImport[name]
        const inBrowser =
          group === 'packages' &&
          !isTest &&
          !onServers.includes(name) &&
          file.startsWith(join(home, 'src') + sep)
        return imports(file).flatMap(({ specifier, line }) => {
          const reason =
            refuse({ specifier, file, home, name, allowed, inBrowser }) ??
            refuseLayer({ specifier, file, home, layers: layers[name] })
          return reason ? [`${relative(root, file)}:${line} imports ${specifier}: ${reason}`] : []
        })
      })
    }),
  )
}

/** @returns {string | undefined} why this import is refused */
function refuse({ specifier, file, home, name, allowed, inBrowser }) {
  if (specifier.startsWith('.')) {
    const path = relative(home, join(dirname(file), specifier))
    return path.startsWith('..')
      ? 'a relative path must not leave its package: import the package.'
      : undefined
  }
  if (specifier.startsWith('node:')) {
    return inBrowser ? 'this code also runs in browsers, which have no Node modules.' : undefined
  }
  const [, target, inside] = /^@portico\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (!target) return undefined
  if (target === name) return 'import the file: this is the own package.'
  if (inside && /^(src|dist)(\/|$)/.test(inside)) return 'import the package, not a file inside it.'
  if (allowed.includes(target)) return undefined
  return `${name} may import ${allowed.length > 0 ? `only ${allowed.join(', ')}` : 'no other package'}.`
}

/** @returns {string | undefined} why an import breaks the layers of its package */
function refuseLayer({ specifier, file, home, layers }) {
  if (!layers || !specifier.startsWith('.')) return undefined
  const from = relative(join(home, 'src'), file).split(sep).join('/')
  if (/\.test\.tsx?$/.test(from) || from.split('/').includes('testing')) return undefined
  const to = relative(join(home, 'src'), join(dirname(file), specifier))
    .split(sep)
    .join('/')
  const source = findLayer(from, layers)
  const target = findLayer(to, layers)
  if (!source) return undefined
  if (!target) return `${source.folder} may import only the layers below it: ${layers.join(' ← ')}.`
  if (target.rank > source.rank)
    return `${source.folder} is a lower layer than ${target.folder}: ${layers.join(' ← ')}.`
  if (target.rank === source.rank && target.folder !== source.folder)
    return `${source.folder} and ${target.folder} are siblings, which may not import each other.`
  return undefined
}

/** @returns {{ rank: number, folder: string } | undefined} the most specific layer that holds the file */
function findLayer(file, layers) {
  return layers
    .flatMap((row, rank) => row.split(',').map((folder) => ({ rank, folder: folder.trim() })))
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0]
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
