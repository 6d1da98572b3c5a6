import './lib/requireNode.mjs'
import { spawn } from 'node:child_process'
import { bootstrap, root } from './bootstrap.mjs'
import { runCommand } from './lib/runCommand.mjs'

await runCommand(async () => {
  const { node, env } = await bootstrap()
  return new Promise((resolve, reject) => {
    const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
    const entry = process.argv.includes('--kill') ? 'bench/soak/kill.mjs' : 'bench/soak/run.mjs'
    const child = spawn(node, [...flags, entry], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
})
