import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { transform } from 'lightningcss'
import { rolldown } from 'rolldown'

/**
 * Builds the JavaScript of a package that contains JSX or style sheets.
 *
 * Each source file becomes one output file, so that applications, which bundle and minify anyway, can drop what they do
 * not use. Style sheets become strings, because the package adds them to its shadow root itself. Dependencies stay
 * imports.
 *
 * @param {{ folder: string, manifest: { exports: object, dependencies?: object, peerDependencies?: object } }}
 * parameters
 * @returns {Promise<void>} once `dist` is written
 */
export async function bundlePackage({ folder, manifest }) {
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  const bundle = await rolldown({
    cwd: folder,
    input: entries(manifest.exports),
    external: (id) => dependencies.some((name) => id === name || id.startsWith(`${name}/`)),
    platform: 'neutral',
    transform: { target: 'es2022', jsx: { runtime: 'automatic', development: false } },
    plugins: [styleSheetAsString()],
    // Warnings are errors here, and on a busy machine every build would warn about slow plugins.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      // 'use client' of an entry: its output begins with it, too, as the test checks.
      if (log.code === 'MODULE_LEVEL_DIRECTIVE') return
      if (level === 'warn') throw new Error(`${basename(folder)}: ${log.message}`)
    },
  })
  try {
    await bundle.write({
      dir: join(folder, 'dist'),
      format: 'es',
      preserveModules: true,
      preserveModulesRoot: join(folder, 'src'),
      entryFileNames: '[name].js',
      sourcemap: true,
    })
  } finally {
    await bundle.close()
  }
}

/** @returns {Record<string, string>} output name → source file, from the `@portico/source` conditions of `exports` */
function entries(exports) {
  return Object.fromEntries(
    Object.values(exports)
      .map((conditions) => conditions['@portico/source'])
      .filter((source) => /\.tsx?$/.test(source ?? ''))
      .map((source) => [source.replace(/^\.\/src\/|\.tsx?$/g, ''), source]),
  )
}

/** Plugin for `import css from './modal.css?inline'`, as Vite resolves it; `modal.css` becomes `modal.css.js`. */
function styleSheetAsString() {
  return {
    name: 'style-sheet-as-string',
    resolveId: {
      filter: { id: /\.css\?inline$/ },
      handler: (id, importer) => join(dirname(importer), id.replace(/\?inline$/, '.js')),
    },
    load: {
      filter: { id: /\.css\.js$/ },
      handler: (id) => {
        const file = id.replace(/\.js$/, '')
        const { code } = transform({ filename: file, code: readFileSync(file), minify: true })
        return { code: `export default ${JSON.stringify(code.toString())}`, moduleType: 'js' }
      },
    },
  }
}
