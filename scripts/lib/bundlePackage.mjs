import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { styleSheetAsString } from './styleSheetAsString.mjs'

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
      // Without a default it is for packages of this repository only, which bundle its source.
      .filter((conditions) => conditions.default)
      .map((conditions) => conditions['@portico/source'])
      .filter((source) => /\.tsx?$/.test(source ?? ''))
      .map((source) => [source.replace(/^\.\/src\/|\.tsx?$/g, ''), source]),
  )
}
