import './lib/requireNode.mjs'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { withoutCores } from './lib/withoutCores.mjs'

// Production mode: one server, nothing beside it, configured by its environment alone; arguments are its own (`--check`).
await runCommand(async () => {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  const { node, env } = await bootstrap({ say: console.error })
  const server = spawn(
    ...withoutCores(node, [
      '--max-semi-space-size=2',
      '--conditions=@portico/source',
      '--disable-warning=ExperimentalWarning',
      join(root, 'apps/vault/src/server.ts'),
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
