import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { elementsLayers } from './elementsLayers.mjs'
import { styleSheetAsString } from './styleSheetAsString.mjs'
import { textsAsDefault } from './textsAsDefault.mjs'

/** What stands for React in the built files. */
const preact = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}

/**
 * Builds `@portico/elements`: from the sources of all packages a folder of ES modules that needs nothing else, for npm and to be
 * served as it is. Preact stands for React. {@link elementsLayers} says which files there are.
 *
 * @param {{ folder: string, manifest: { exports: object } }} parameters with types of every package in its `dist`
 * @returns {Promise<void>} once `dist` is written
 */
export async function bundleElements({ folder, manifest }) {
  const dist = join(folder, 'dist')
  const files = [
    ...(await bundleTypes({ folder, manifest })),
    ...(await bundleElementsCode({ folder, manifest })),
  ]
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  for (const { fileName, code } of files) writeFileSync(join(dist, fileName), code)
  cpSync(join(folder, '../react/src/fonts'), join(dist, 'fonts'), { recursive: true })
}

/**
 * Builds the code alone.
 *
 * @returns {Promise<{ fileName: string, code: string, imports: string[] }[]>} `imports`: the files that each imports statically
 */
export async function bundleElementsCode({ folder, manifest }) {
  const options = {
    cwd: folder,
    input: mapEntries(manifest, (source) => join(folder, source)),
    platform: 'browser',
    // Entries are files of their own, which the others may import from.
    preserveEntrySignatures: 'allow-extension',
    resolve: {
      conditionNames: ['@portico/source', 'module', 'browser', 'import', 'default'],
      alias: preact,
    },
    transform: {
      target: 'es2022',
      jsx: { runtime: 'automatic', development: false },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    plugins: [styleSheetAsString(), textsAsDefault()],
    checks: { bundlerTimings: false },
    onLog: refuseWarnings,
  }
  // The bundler's own files say exactly which modules are needed together: a module belongs to one for each set of modules that need it.
  const layers = assignLayers(toMap(await generate(options, { minify: false })))
  const chunks = await generate(options, {
    minify: true,
    codeSplitting: {
      groups: [{ name: (id) => nameTexts(id) ?? layers.get(id) }],
      includeDependenciesRecursively: false,
    },
  })
  return inlineRuntime(chunks)
}

/** @returns {Record<string, string>} what `toFile` returns for the source of each entry, by the name of its built file */
function mapEntries({ exports }, toFile) {
  return Object.fromEntries(
    Object.values(exports)
      .filter((conditions) => conditions['@portico/source'])
      .map((conditions) => [
        conditions.default.replace(/^\.\/dist\/|\.js$/g, ''),
        toFile(conditions['@portico/source']),
      ]),
  )
}

async function generate(options, output) {
  const bundle = await rolldown(options)
  try {
    const written = await bundle.generate({
      format: 'es',
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      ...output,
    })
    return written.output.filter(({ type }) => type === 'chunk')
  } finally {
    await bundle.close()
  }
}

/** @returns {string | undefined} the name of the file for a part of a language's texts */
function nameTexts(id) {
  const [, tag, part] = id.match(/\/locales\/([\w-]+)\/(\w+)\.json$/) ?? []
  return tag && `texts-${tag}-${part}`
}

const toMap = (chunks) => new Map(chunks.map((chunk) => [chunk.fileName, chunk]))

/** @returns {Map<string, string>} module → the first layer that needs it */
function assignLayers(chunks) {
  const layers = new Map()
  for (const [name, ends] of elementsLayers) {
    const visit = (chunk, seen) => {
      if (seen.has(chunk)) return
      seen.add(chunk)
      for (const id of chunk.moduleIds) if (!layers.has(id)) layers.set(id, name)
      for (const file of chunk.imports) visit(chunks.get(file), seen)
    }
    for (const end of ends) {
      const found = [...chunks.values()].filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
      if (found.length === 0) throw new Error(`elements: no module ends with ${end}; see elementsLayers.mjs.`)
      for (const chunk of found) visit(chunk, new Set())
    }
  }
  return layers
}

/** Copies the bundler's runtime, 160 bytes, into each file that needs it, which saves the page a request. */
function inlineRuntime(chunks) {
  const name = 'rolldown-runtime.js'
  const runtime = chunks.find(({ fileName }) => fileName === name)
  if (!runtime) return chunks
  const [, body, exported] = runtime.code.trim().match(/^(.*)export\{(\w+)(?: as t)?\};?$/s) ?? []
  if (!exported) throw new Error('elements: the bundler’s runtime has another form than expected.')
  return chunks
    .filter((chunk) => chunk !== runtime)
    .map(({ fileName, code, imports }) => ({
      fileName,
      imports: imports.filter((file) => file !== name),
      code: code.replace(
        /import\{t as (\w+)\}from"\.\/rolldown-runtime\.js";/,
        (_, variable) => `const ${variable}=(()=>{${body}return ${exported}})();`,
      ),
    }))
}

/** Bundles the declarations that the compiler wrote for each package, with those of the libraries they mention. */
async function bundleTypes({ folder, manifest }) {
  const packages = join(folder, '..')
  // Outside of `dist`, where the compiler would overwrite the bundled declarations.
  const types = join(folder, '../../.cache/elements/types')
  const bundle = await rolldown({
    cwd: folder,
    input: mapEntries(manifest, (source) =>
      join(types, source.replace('./src/', '').replace(/\.ts$/, '.d.ts')),
    ),
    plugins: [
      {
        name: 'declarations',
        resolveId(id, importer) {
          const [, name, path] = id.match(/^@portico\/([^/]+)(?:\/(.+))?$/) ?? []
          if (name) return findTypes(join(packages, name), path)
          // The declarations for ES modules: the resolver would find those for CommonJS.
          if (id === 'zod/mini')
            return createRequire(importer)
              .resolve('zod/mini')
              .replace(/\.c?js$/, '.d.ts')
        },
      },
      dts({ dtsInput: true, emitDtsOnly: true, oxc: true, sourcemap: false, resolve: [/^zod/, /^zustand/] }),
    ],
    checks: { bundlerTimings: false },
    onLog: refuseWarnings,
  })
  try {
    const { output } = await bundle.generate({ format: 'es', chunkFileNames: '[name].d.ts' })
    return output.map(({ fileName, code }) => ({ fileName, code: renameInExamples(code) }))
  } finally {
    await bundle.close()
  }
}

/** Examples in the comments import from the entries of this package. */
function renameInExamples(code) {
  const entries = { react: '', evm: '', siwx: '/siwx', solana: '/solana', bitcoin: '/bitcoin' }
  return code.replace(/'@portico\/(\w+)(\/\w+)?'/g, (whole, name, path = '') =>
    name in entries ? `'@portico/elements${entries[name]}${path}'` : whole,
  )
}

function findTypes(folder, path) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const source = exports[path ? `./${path}` : '.']['@portico/source']
  const file = join(folder, source.replace('/src/', '/dist/').replace(/\.tsx?$/, '.d.ts'))
  if (!existsSync(file)) throw new Error(`elements: ${file} is missing; the compiler writes it.`)
  return file
}

function refuseWarnings(level, log) {
  // The directive is for bundlers of applications.
  if (level === 'warn' && log.code !== 'MODULE_LEVEL_DIRECTIVE') throw new Error(`elements: ${log.message}`)
}
