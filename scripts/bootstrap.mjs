import { spawn, spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled } from './lib/isInstalled.mjs'
import { takeLock } from './lib/takeLock.mjs'

/** Path of the project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Prepares the project: installs the dependencies of the lock file if they are missing, finds Node 24, and builds the
 * catalogue that the gateway serves.
 *
 * Install scripts of dependencies never run (`--ignore-scripts`). Node 24 itself is a dependency of the lock file.
 *
 * @param {{ signal?: AbortSignal, say?: (line: string) => void, catalogue?: boolean }} [parameters] `signal` cancels the
 * installation; `say` prints progress; `catalogue: false` leaves out the catalogue
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} path of Node 24, and an environment whose PATH
 * begins with it and the installed tools
 * @throws {Error} if the installation fails or there is no Node 24 for this machine
 *
 * @example
 * const { node, env } = await bootstrap()
 * spawn(node, ['--conditions=@portico/source', 'apps/gateway/src/server.ts'], { env })
 */
export async function bootstrap({ signal, say = console.log, catalogue = true } = {}) {
  if (!isInstalled({ root })) await install({ signal, say })
  const node = findNode()
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path }
  if (catalogue) buildCatalogue({ node, env })
  return { node, env }
}

/**
 * Builds the catalogue that the gateway serves, which is fast when its sources are unchanged. It prints its own errors; without the
 * catalogue the wallet list is empty.
 */
export function buildCatalogue({ node, env }) {
  const program = ['--conditions=@portico/source', join(root, 'packages', 'catalogue', 'src', 'build.ts')]
  spawnSync(node, program, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function install({ signal, say }) {
  const lock = takeLock(join(root, '.cache', 'install.lock'))
  if (lock.holder) {
    say(`Waiting for another process (${lock.holder}) to finish installing …`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    if (signal?.aborted) throw new Error('Stopped before the installation was finished.')
    return isInstalled({ root }) ? undefined : install({ signal, say })
  }
  try {
    say('Installing dependencies (the first time this takes up to a minute) …')
    await runNpm({ args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], signal })
  } finally {
    lock.release()
  }
}

/**
 * Runs the npm that started this command, on the Node it runs on: npm may be about to replace the Node in node_modules.
 */
function runNpm({ args, signal }) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [command, first] = npm && node ? [node, [npm]] : ['npm', []]
  const child = spawn(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  // npm is slow to react to SIGTERM. An interrupted installation is repeated by the next start.
  const cancel = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', cancel)
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(
        new Error(
          `npm could not be started (${error.message}): install Node with npm from https://nodejs.org.`,
        ),
      ),
    )
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', cancel)
      if (code === 0) return resolve()
      reject(
        new Error(
          signal?.aborted
            ? 'Stopped before the installation was finished.'
            : 'npm could not install the dependencies: see its message above, fix it and try again.',
        ),
      )
    })
  })
}

/**
 * Returns the path of the installed Node, or of the current one if it is new enough and none is installed for this machine.
 *
 * @throws {Error} if there is none
 */
export function findNode() {
  const installed = join(root, 'node_modules', '.bin', 'node')
  for (const candidate of [installed, process.execPath]) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1])
    if (major >= 24) return candidate
  }
  throw new Error(
    `npm has no Node 24 for ${process.platform} on ${process.arch}: install Node 24 from https://nodejs.org and try again.`,
  )
}
