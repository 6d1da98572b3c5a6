import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { styleSheetAsString } from './styleSheetAsString.mjs'
import { textsAsDefault } from './textsAsDefault.mjs'

/**
 * Builds the JavaScript of the browser packages, all together, as few files.
 *
 * Each package gets a file per entry of its `exports` that has a `default`, and in `dist/chunks` the files of `table`. A file imports
 * those of other packages by their path, past their entries: bundlers put all that an entry imports into the page, even what the
 * page does not use, if something loaded later needs it too. An entry without `default` has only types: what it exports is for the
 * other packages.
 *
 * A source file is in the first file of the table that needs it. What only files of one other package need is built into that
 * package. Style sheets become strings, because the modal adds them to its shadow root itself. Dependencies stay imports.
 *
 * @param {{ name: string, folder: string, manifest: object }[]} packages all in one folder
 * @param {{ name: string, roots: string[], among?: string[], atLeast?: number }[]} table see `chunkTable.mjs`
 * @returns {Promise<void>} once every `dist` is written
 * @throws {Error} if a lazily imported file is not in the table, if a package does not declare what it imports, or if files would import
 * each other in a circle
 */
export async function bundlePackages(packages, table) {
  const root = dirname(packages[0].folder)
  const entries = listEntries(packages)
  const homes = placeModules({ ...(await readUsers({ root, entries, table })), entries })
  const output = await generate(root, {
    input: Object.fromEntries(
      entries.map(({ output, source }) => [output.replace(/\.js$/, ''), join(root, source)]),
    ),
    groups: [{ name: (id) => homes.get(toPath(root, id)) ?? null }],
  })
  const written = output.filter(({ fileName }) => fileName !== runtimeFile)
  const names = new Map([
    ...written.map(({ fileName }) => [fileName, nameFile(fileName, packages)]),
    ...entries.map((entry) => [entry.output, entry.name]),
  ])
  refuseCycles(written)
  for (const chunk of written) {
    checkImports({ chunk, names, packages, root })
    const file = join(root, chunk.fileName)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, inlineRuntime(sortImports(nameImports(chunk, names), packages)))
  }
  // `new URL('./fonts/inter.woff2', import.meta.url)` is in a chunk.
  for (const { folder } of packages) {
    const fonts = join(folder, 'src/fonts')
    if (existsSync(fonts)) cpSync(fonts, join(folder, 'dist/chunks/fonts'), { recursive: true })
  }
}

/** Bytes of code, with white space. */
const smallest = 1_200

/** Where the bundler writes its helpers. */
const runtimeFile = 'rolldown-runtime.js'

const expectedLogs = new Set([
  // 'use client' of an entry: its output begins with it, too, as the test checks.
  'MODULE_LEVEL_DIRECTIVE',
  // Something that one file of the table loads lazily and another one does not.
  'INEFFECTIVE_DYNAMIC_IMPORT',
])

/** Returns the entries that have JavaScript: output name without extension, source file, package. */
function listEntries(packages) {
  return packages.flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports).flatMap(([path, { '@portico/source': source, default: output }]) => {
      if (!/\.tsx?$/.test(source ?? '') || output === undefined) return []
      const name = relative(dirname(folder), folder)
      return [
        {
          name: join(manifest.name, path),
          output: join(name, output),
          source: join(name, source),
          owner: name,
        },
      ]
    }),
  )
}

/**
 * Returns for each source file the rows of the table and the entries that import it statically, directly or not. What they
 * import but do not use does not count.
 */
async function readUsers({ root, entries, table }) {
  const lazy = new Set()
  const rows = table.map(({ name, roots }) => ({ id: `row:${name}`, roots }))
  const all = [...rows, ...entries.map(({ source }) => ({ id: `entry:${source}`, roots: [source] }))]
  const output = await generate(root, {
    input: Object.fromEntries(all.map(({ id }) => [id.replaceAll(/[/:]/g, '-'), id])),
    plugins: [importAll(root, all), collectLazy(root, lazy)],
  })
  const listed = new Set(table.flatMap(({ roots }) => roots))
  const missing = [...lazy].filter((path) => !listed.has(path))
  if (missing.length > 0) {
    throw new Error(
      `Not in scripts/lib/chunkTable.mjs, but imported lazily:\n${missing.toSorted().join('\n')}`,
    )
  }
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const sizes = new Map(
    output.flatMap(({ modules }) =>
      Object.entries(modules).map(([id, { renderedLength }]) => [toPath(root, id), renderedLength]),
    ),
  )
  const users = new Map()
  for (const { id } of all) {
    const entry = output.find((chunk) => chunk.facadeModuleId === `\0${id}`)
    for (const name of closure(chunks, entry.fileName)) {
      for (const module of chunks.get(name).moduleIds) {
        const path = toPath(root, module)
        users.set(path, [...(users.get(path) ?? []), id])
      }
    }
  }
  return { users, sizes, table }
}

/** Returns for each source file the output file that it is built into, without extension. */
function placeModules({ users, sizes, table, entries }) {
  const sources = new Set(entries.map(({ source }) => source))
  const homes = new Map()
  for (const [path, ids] of users) {
    if (path.startsWith('\0') || sources.has(path)) continue
    const own = path.split('/')[0]
    const needs = (name) => ids.includes(`row:${name}`)
    const row = table.find(
      ({ name, among = [], atLeast = 2 }) => needs(name) || among.filter(needs).length >= atLeast,
    )
    const owners = new Set(ids.map((id) => (id === 'row:page' ? own : id.replace(/^\w+:/, '').split('/')[0])))
    const [owner] = owners.size === 1 ? owners : [own]
    if (row) homes.set(path, chunkName(owner, row))
    // What several entries share, and nothing that is loaded lazily: networks, for example, are not needed by every index.
    else if (ids.length > 1) {
      const isInIndex = ids.includes(`entry:${own}/src/index.ts`)
      homes.set(path, `${owner}/dist/chunks/${isInIndex ? 'api' : 'more'}`)
    }
  }
  for (const owner of new Set(entries.map((entry) => entry.owner))) mergeSmall({ homes, sizes, table, owner })
  return homes
}

/** Shared pieces that would be a very small file are added to the file of the same package before it. */
function mergeSmall({ homes, sizes, table, owner }) {
  let previous
  for (const row of table) {
    const name = chunkName(owner, row)
    const paths = [...homes].filter(([, home]) => home === name).map(([path]) => path)
    const size = paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
    const isShared = !row.roots.some((path) => paths.includes(path))
    if (previous && isShared && size < smallest) for (const path of paths) homes.set(path, previous)
    else if (size > 0) previous = name
  }
}

function chunkName(owner, { name }) {
  return `${owner}/dist/chunks/${name.split('/').at(-1)}`
}

async function generate(root, { input, groups, plugins = [] }) {
  const bundle = await rolldown({
    cwd: root,
    input,
    ...(groups && { preserveEntrySignatures: 'allow-extension' }),
    external: (id) => !/^(?:@portico\/|[./]|\0|row:|entry:)/.test(id),
    platform: 'neutral',
    resolve: { conditionNames: ['@portico/source', 'import', 'default'] },
    transform: { target: 'es2022', jsx: { runtime: 'automatic', development: false } },
    plugins: [...plugins, styleSheetAsString(), textsAsDefault()],
    // Warnings are errors here, and on a busy machine every build would warn about slow plugins.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      if (expectedLogs.has(log.code)) return
      if (level === 'warn') throw new Error(log.message)
    },
  })
  try {
    const { output } = await bundle.generate({
      format: 'es',
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      comments: { annotation: true, legal: true, jsdoc: false },
      ...(groups && { codeSplitting: { groups, includeDependenciesRecursively: false } }),
    })
    return output.filter(({ type }) => type === 'chunk')
  } finally {
    await bundle.close()
  }
}

/** Plugin for entries that import all of several files. */
function importAll(root, all) {
  const ids = new Map(all.map(({ id, roots }) => [`\0${id}`, roots]))
  return {
    name: 'import-all',
    resolveId: (id) => (ids.has(`\0${id}`) ? `\0${id}` : undefined),
    load: (id) => {
      const roots = ids.get(id)
      if (!roots) return
      const lines = roots.map(
        (path, index) =>
          `import * as m${index} from ${JSON.stringify(join(root, path.replace(/\.css\.js$/, '.css?inline')))}`,
      )
      return {
        code: `${lines.join('\n')}\nconsole.log(${roots.map((_, index) => `m${index}`)})`,
        moduleType: 'js',
      }
    },
  }
}

function collectLazy(root, lazy) {
  return {
    name: 'collect-lazy',
    moduleParsed: ({ dynamicallyImportedIds }) => {
      for (const id of dynamicallyImportedIds) if (id.startsWith(root)) lazy.add(toPath(root, id))
    },
  }
}

function closure(chunks, name, seen = new Set()) {
  if (seen.has(name) || !chunks.has(name)) return seen
  seen.add(name)
  for (const next of chunks.get(name).imports) closure(chunks, next, seen)
  return seen
}

/** Returns the code with the bundler's helper for lazy imports in it: as a file of its own it would be one more request. */
function inlineRuntime(code) {
  const helper = `(getters) => {
	const target = { [Symbol.toStringTag]: "Module" };
	for (const name in getters) Object.defineProperty(target, name, { get: getters[name], enumerable: true });
	return target;
}`
  const inlined = code.replace(
    new RegExp(`^import \\{ \\w+ as __exportAll \\} from "[./]+${runtimeFile}";$`, 'm'),
    `const __exportAll = ${helper};`,
  )
  if (inlined.includes(runtimeFile))
    throw new Error('The bundler uses a helper that is not known: see inlineRuntime.')
  return inlined
}

/** Throws if files import each other in a circle: one of them would run before what it needs. */
function refuseCycles(output) {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const done = new Set()
  const visit = (name, path) => {
    if (path.includes(name)) throw new Error(`Files import each other: ${[...path, name].join(' → ')}`)
    if (done.has(name)) return
    for (const next of chunks.get(name).imports) if (chunks.has(next)) visit(next, [...path, name])
    done.add(name)
  }
  for (const name of chunks.keys()) visit(name, [])
}

/** Throws if a package's file imports a package that its manifest does not name. */
function checkImports({ chunk, names, packages, root }) {
  const owner = packages.find(({ folder }) => chunk.fileName.startsWith(`${relative(root, folder)}/`))
  const { dependencies, peerDependencies } = owner.manifest
  const declared = Object.keys({ ...dependencies, ...peerDependencies })
  for (const id of [...chunk.imports, ...chunk.dynamicImports]) {
    if (id === runtimeFile) continue
    const name = names.get(id) ?? id
    const other = packages.find(({ manifest }) => name.startsWith(`${manifest.name}/chunks/`))
    if (other && other.name !== owner.name && !('./chunks/*' in other.manifest.exports))
      throw new Error(`${chunk.fileName} needs "./chunks/*" in the exports of ${other.name}.`)
    if (
      name.startsWith(`${owner.name}/`) ||
      declared.some((one) => name === one || name.startsWith(`${one}/`))
    )
      continue
    throw new Error(
      `${chunk.fileName} imports ${id}, which ${owner.name} does not declare in its package.json.`,
    )
  }
}

/** Returns a file's code in which the files of other packages are imported by their names. */
function nameImports(chunk, names) {
  const code = chunk.code.replaceAll(/"((?:\.\.\/)+[^"]+\.js)"/g, (literal, path) => {
    const target = join(dirname(chunk.fileName), path)
    const isOwn = target.split('/')[0] === chunk.fileName.split('/')[0]
    return !names.has(target) || isOwn ? literal : JSON.stringify(names.get(target))
  })
  // Imported for its side effects, of which an entry has none.
  return code.replaceAll(/^import "@portico\/[^"]+";\n/gm, '')
}

/**
 * Returns the code with its imports in an order from high to low: of the same package, then of packages before those that they depend
 * on. Bundlers that find a file before those that it imports can put both into the application's first file; the order does not
 * matter otherwise, because the files have no side effects.
 */
function sortImports(code, packages) {
  const manifests = new Map(packages.map(({ manifest }) => [manifest.name, manifest]))
  const height = (name) => {
    const used = Object.keys(manifests.get(name)?.dependencies ?? {}).filter((one) => manifests.has(one))
    return 1 + Math.max(0, ...used.map(height))
  }
  const rank = (line) => {
    const [, from] = /"([^"]+)";$/.exec(line)
    if (from.startsWith('.')) return packages.length + 1
    return from.startsWith('@portico/') ? height(from.split('/').slice(0, 2).join('/')) : 0
  }
  const lines = code.split('\n')
  const isImport = (line) => /^import .*"[^"]+";$/.test(line)
  const sorted = lines.filter(isImport).toSorted((a, b) => rank(b) - rank(a))
  return lines.map((line) => (isImport(line) ? sorted.shift() : line)).join('\n')
}

/** Returns the name that other packages import a file by, such as `@portico/core/chunks/page.js`. */
function nameFile(fileName, packages) {
  const [folder, , ...path] = fileName.split('/')
  return join(packages.find((one) => one.folder.endsWith(`/${folder}`)).name, ...path)
}

function toPath(root, id) {
  return id.startsWith(`${root}/`) ? id.slice(root.length + 1) : id
}
