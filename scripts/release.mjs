import './lib/requireNode.mjs'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { copyRelease } from './lib/copyRelease.mjs'
import { runCommand } from './lib/runCommand.mjs'

// Writes an archive of the three servers for machines of this platform, without development dependencies, into a folder:
// npm run release [-- <folder>]. docs/operate.md says how to use it.
await runCommand(async () => {
  const to = resolve(process.argv[2] ?? join(root, '.cache', 'release'))
  const { node, env } = await bootstrap()
  run(node, [join(root, 'scripts', 'wallet.mjs'), 'build'], { env })
  rmSync(to, { recursive: true, force: true })
  const { name, folder } = copyRelease({ root, to })
  run('tar', ['-czf', `${name}.tar.gz`, '--owner=0', '--group=0', '--numeric-owner', name], { cwd: to })
  rmSync(folder, { recursive: true })
  console.log(`wrote ${join(to, name)}.tar.gz`)
})

function run(command, args, options) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? 'see its messages above'}.`)
}
