import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeLock } from './lib/takeLock.mjs'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Makes the project runnable: installs what the lock file names, if that has not happened yet, finds Node 24, and builds
 * the catalogue the gateway serves.
 *
 * Install scripts of dependencies never run (`--ignore-scripts`); Node itself comes as a locked platform package.
 *
 * @param {{ signal?: AbortSignal, say?: (line: string) => void }} [parameters] `signal` gives up on installing
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} Node 24, and an environment whose PATH begins with
 * it and with the installed tools
 * @throws {Error} if installing fails or there is no Node 24 for this machine
 *
 * @example
 * const { node, env } = await bootstrap()
 * spawn(node, ['--conditions=@portico/source', 'apps/gateway/src/server.ts'], { env })
 */
export async function bootstrap({ signal, say = console.log } = {}) {
  if (!isInstalled()) await install({ signal, say })
  const node = findNode()
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path }
  // Quick when its sources are unchanged. It says itself what went wrong; without it the wallet list is empty.
  const catalogue = ['--conditions=@portico/source', join(root, 'packages', 'catalogue', 'src', 'build.ts')]
  spawnSync(node, catalogue, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return { node, env }
}

/** Compares the lock file with npm's own record of what it installed. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(record)
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !path.includes('node_modules/')) return true // our own packages: sources, not installed
    const found = present[path]
    if (!found) return entry.optional === true || entry.devOptional === true // built for another platform
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

async function install({ signal, say }) {
  const lock = takeLock(join(root, '.cache', 'install.lock'))
  if (lock.holder) {
    say(`Waiting for another process (${lock.holder}) to finish installing …`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    if (signal?.aborted) throw new Error('Stopped before everything was installed.')
    return isInstalled() ? undefined : install({ signal, say })
  }
  try {
    say('Installing dependencies (the first time this takes up to a minute) …')
    await runNpm({ args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], signal })
  } finally {
    lock.release()
  }
}

/** Runs the npm that runs us, on the Node it runs on: ours may be the one it is about to replace. */
function runNpm({ args, signal }) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [command, first] = npm && node ? [node, [npm]] : ['npm', []]
  const child = spawn(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  // npm does not hurry when it is asked to end; what it leaves half done, the next start does anew.
  const giveUp = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', giveUp)
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(
        new Error(
          `npm could not be started (${error.message}): install Node with npm from https://nodejs.org.`,
        ),
      ),
    )
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', giveUp)
      if (code === 0) return resolve()
      reject(
        new Error(
          signal?.aborted
            ? 'Stopped before everything was installed.'
            : 'npm could not install the dependencies: its message is above; try again when that is mended.',
        ),
      )
    })
  })
}

/** The Node that npm installed; the one that runs us where there is none for this machine and ours is new enough. */
function findNode() {
  const installed = join(root, 'node_modules', '.bin', 'node')
  for (const candidate of [installed, process.execPath]) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1])
    if (major >= 24) return candidate
  }
  throw new Error(
    `There is no Node 24 on npm for ${process.platform} on ${process.arch}: install Node 24 from https://nodejs.org and try again.`,
  )
}
