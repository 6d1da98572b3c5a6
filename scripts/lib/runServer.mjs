import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from '../bootstrap.mjs'
import { runCommand } from './runCommand.mjs'
import { withoutCoreDumps } from './withoutCoreDumps.mjs'

/**
 * Runs one server in production mode until it exits. It is configured by environment variables (and `.env`); command line
 * arguments are passed on, for example `--check`.
 *
 * @param {string} entry path of the server's program, from the project's root
 * @returns {Promise<void>}
 */
export async function runServer(entry) {
  await runCommand(async () => {
    if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
    const { node, env } = await bootstrap({ say: console.error })
    const server = spawn(
      ...withoutCoreDumps(node, [
        // V8's default young generation (two semi-spaces of 16 MB) suits larger heaps; this saves a third of the memory.
        '--max-semi-space-size=2',
        '--conditions=@portico/source',
        '--disable-warning=ExperimentalWarning',
        join(root, entry),
        ...process.argv.slice(2),
      ]),
      { cwd: root, env: { ...env, NODE_ENV: 'production' }, stdio: 'inherit' },
    )
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal))
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.once('exit', (code) => resolve(code ?? 1))
    })
  })
}
