import './lib/requireNode.mjs'
import { spawn } from 'node:child_process'
import { bootstrap, root } from './bootstrap.mjs'
import { runCommand } from './lib/runCommand.mjs'

await runCommand(async () => {
  const { node, env } = await bootstrap()
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['--conditions=@portico/source', 'bench/soak/run.mjs'], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
})
