import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runIn } from './runIn.mjs'

const built = /\/(node_modules|dist|build|\.next|\.react-router)(\/|$)/
const pnpmVersion = '12.21.0'
const pnpmSettings = { ignoreScripts: true, autoInstallPeers: false, strictPeerDependencies: true }

/**
 * Copies a fixture to a folder outside the repository and installs it with the packed packages.
 *
 * @param {object} parameters
 * @param {import('./fixtures.mjs').Fixture} parameters.fixture
 * @param {readonly string[]} parameters.from folders, of which later ones replace files of earlier ones
 * @param {string} parameters.folder where it goes
 * @param {Record<string, { file: string }>} parameters.packed tarballs by the names of packages
 * @param {Record<string, string>} [parameters.lowest] versions of other packages to install, by their names
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {AbortSignal} parameters.signal
 * @returns {Promise<void>}
 */
export async function installFixture({ fixture, from, folder, packed, lowest = {}, env, signal }) {
  const { manager = 'npm', manifest: changes = {} } = fixture
  rmSync(folder, { recursive: true, force: true })
  for (const source of from.filter(existsSync)) {
    cpSync(source, folder, { recursive: true, filter: (path) => !built.test(path) })
  }
  const file = join(folder, 'package.json')
  const { overrides, ...manifest } = toLocalManifest({ manifest: readJson(file), changes, packed, lowest })
  if (manager === 'pnpm') {
    writeFileSync(file, toJson(manifest))
    writeFileSync(join(folder, 'pnpm-workspace.yaml'), toJson({ ...pnpmSettings, overrides }))
    await runIn({
      folder,
      command: 'npx',
      args: ['--yes', `pnpm@${pnpmVersion}`, 'install', '--prefer-offline'],
      env,
      signal,
    })
  } else {
    writeFileSync(file, toJson({ ...manifest, overrides }))
    const args = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--loglevel=error',
    ]
    await runIn({ folder, command: 'npm', args, env, signal })
  }
  for (const scope of ['@walletconnect', '@reown']) refuseForeign(join(folder, 'node_modules', scope))
}

/** Only aliases of our packages may have these names. */
function refuseForeign(folder) {
  if (!existsSync(folder)) return
  const names = readdirSync(folder).map((name) => readJson(join(folder, name, 'package.json')).name)
  const foreign = names.filter((name) => !name.startsWith('@portico/'))
  if (foreign.length > 0) throw new Error(`${foreign.join(', ')} must not be installed.`)
}

/** Takes our packages from the tarballs, wherever they are asked for. */
function toLocalManifest({ manifest, changes, packed, lowest }) {
  const local = Object.fromEntries(Object.entries(packed).map(([name, { file }]) => [name, `file:${file}`]))
  const replaced = (dependencies) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, version]) => [
        name,
        local[aliased(version) ?? name] ?? version,
      ]),
    )
  const direct = Object.keys(manifest.dependencies)
  const pick = (isWanted) => Object.fromEntries(Object.entries(lowest).filter(([name]) => isWanted(name)))
  return {
    ...manifest,
    dependencies: replaced({
      ...manifest.dependencies,
      ...pick((name) => direct.includes(name)),
      ...changes.dependencies,
    }),
    devDependencies: replaced({ ...manifest.devDependencies, ...changes.devDependencies }),
    overrides: {
      ...manifest.overrides,
      ...withMajors(pick((name) => !direct.includes(name) && !peers.has(name))),
      ...changes.overrides,
      ...local,
    },
  }
}

/** What only the application installs. */
const peers = new Set(['@solana/web3.js', '@wagmi/core', 'react', 'react-dom', 'vue', 'wagmi'])

/** Other packages need other majors of these. */
function withMajors(versions) {
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [
      /^@(noble|scure)\//.test(name) ? `${name}@${version.split('.')[0]}` : name,
      version,
    ]),
  )
}

/** The name in `npm:@portico/compat@^0.1`. */
function aliased(version) {
  return /^npm:(.+)@/.exec(version)?.[1]
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function toJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}
