import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildCatalogue, findNode, root } from '../bootstrap.mjs'
import { findSettings } from './findSettings.mjs'
import { findTakenPort } from './findTakenPort.mjs'
import { isInstalled } from './isInstalled.mjs'
import { runCommand } from './runCommand.mjs'
import { withoutCoreDumps } from './withoutCoreDumps.mjs'

/**
 * Runs one server in production mode. The server replaces this process, so there is no second one that could outlive it or leave it
 * behind. It is configured by environment variables and the file `.env.<name>` or `/etc/portico/<name>.env`; command line arguments are passed on, for example
 * `--check`. Nothing is installed or changed in `node_modules`.
 *
 * @param {object} server
 * @param {string} server.name names the file of its variables: `.env.gateway`
 * @param {string} server.folder the workspace that it is in, from the project's root
 * @param {string} [server.entry] its program, from that folder
 * @param {number} [server.youngMb] size of one of the two halves of V8's young generation, in MB. A small one saves memory; in a server
 * with many requests at once it costs more: what lives as long as a request is copied, and becomes old, before it is garbage
 * @param {boolean} [server.usesAsyncContext] whether anything in it uses AsyncLocalStorage: without, promises and timers cost less
 * @param {boolean} [server.hasCatalogue] whether to build the catalogue first
 * @param {{ variable: string, port: number }} [server.metrics] the variable of the port of its metrics, and the port where it is unset and
 * no other program uses that port
 * @param {() => void} [server.prepare] runs before the server, except in a release archive
 * @returns {Promise<void>}
 */
export async function runServer({
  name,
  folder,
  entry = 'src/server.ts',
  youngMb = 2,
  usesAsyncContext = true,
  hasCatalogue = false,
  metrics,
  prepare,
}) {
  await runCommand(async () => {
    process.chdir(root)
    const { file, note } = findSettings({ name, root })
    if (file) process.loadEnvFile(file)
    if (file && process.argv.includes('--check')) console.log(`settings from ${file} and the environment`)
    if (note) console.error(note)

    // A release archive has no lock file: it contains what it needs.
    const isRelease = !existsSync('package-lock.json')
    if (!isRelease && !isInstalled({ root, workspaces: [folder] }))
      throw new Error(
        'Dependencies are missing or out of date: run `npm ci --ignore-scripts`, then start again.',
      )
    if (!isRelease) prepare?.()
    const node = findNode()
    const env = { ...process.env, NODE_ENV: 'production' }
    if (hasCatalogue && !isRelease) buildCatalogue({ node, env })
    // Commands such as `--check` serve nothing.
    if (metrics && !env[metrics.variable] && process.argv.length === 2) {
      if (await findTakenPort([metrics]))
        console.error(
          `Metrics are not served: another program uses port ${metrics.port}. Set ${metrics.variable} to a free port.`,
        )
      else env[metrics.variable] = String(metrics.port)
    }
    const isStartedByNpm = process.env.npm_lifecycle_event !== undefined
    if (isStartedByNpm) env.PORTICO_PARENT_PID = `${process.ppid}`
    const [command, args] = withoutCoreDumps(node, [
      `--max-semi-space-size=${youngMb}`,
      ...(usesAsyncContext ? [] : ['--no-async-context-frame']),
      '--conditions=@portico/source',
      '--disable-warning=ExperimentalWarning',
      ...(isStartedByNpm ? ['--import', new URL('stopWithParent.mjs', import.meta.url).href] : []),
      resolve(join(root, folder), entry),
      ...process.argv.slice(2),
    ])
    if (process.platform === 'win32') return spawnServer(command, args, env)
    if (!process.execve)
      throw new Error(
        `Node ${process.versions.node} cannot start the server: use \`npm run ${name}\`, which takes the installed Node 24, or ${node} scripts/${name}.mjs.`,
      )
    process.execve(command, [command, ...args], env)
  })
}

/** Runs the server beside this process, which Windows cannot replace. */
async function spawnServer(command, args, env) {
  const [code] = await once(spawn(command, args, { env, stdio: 'inherit' }), 'exit')
  return code ?? 1
}
