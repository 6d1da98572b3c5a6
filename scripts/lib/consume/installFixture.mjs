import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runIn } from './runIn.mjs'

/**
 * Copies a fixture to a folder outside the repository and installs it with the packed packages.
 *
 * @param {object} parameters
 * @param {string} parameters.from the fixture
 * @param {string} parameters.folder where it goes
 * @param {Record<string, { file: string }>} parameters.packed tarballs by the names of packages
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {AbortSignal} parameters.signal
 * @returns {Promise<void>}
 */
export async function installFixture({ from, folder, packed, env, signal }) {
  rmSync(folder, { recursive: true, force: true })
  cpSync(from, folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|\.next)(\/|$)/.test(path),
  })
  const file = join(folder, 'package.json')
  const manifest = toLocalManifest({ manifest: JSON.parse(readFileSync(file, 'utf8')), packed })
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ]
  await runIn({ folder, command: 'npm', args, env, signal })
  const foreign = ['@walletconnect', '@reown'].filter((scope) =>
    existsSync(join(folder, 'node_modules', scope)),
  )
  if (foreign.length > 0) throw new Error(`Packages of ${foreign.join(' and ')} were installed.`)
}

/** Takes our packages from the tarballs, wherever they are asked for. */
function toLocalManifest({ manifest, packed }) {
  const local = Object.fromEntries(Object.entries(packed).map(([name, { file }]) => [name, `file:${file}`]))
  const replaced = (dependencies) =>
    Object.fromEntries(
      Object.entries(dependencies ?? {}).map(([name, version]) => [name, local[name] ?? version]),
    )
  return {
    ...manifest,
    dependencies: replaced(manifest.dependencies),
    devDependencies: replaced(manifest.devDependencies),
    overrides: { ...manifest.overrides, ...local },
  }
}
