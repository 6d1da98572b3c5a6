import './lib/requireNode.mjs'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { runCommand } from './lib/runCommand.mjs'

// Every file in bench/ prints one table. They run one after the other, so that none disturbs the times of another.
await runCommand(async () => {
  const { node, env } = await bootstrap()
  const selected = process.argv.slice(2)
  const tables = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => file.replace(/\.mjs$/, ''))
  const unknown = selected.find((name) => !tables.includes(name))
  if (unknown) throw new Error(`There is no table "${unknown}": choose from ${tables.join(', ')}.`)

  let failed = 0
  for (const name of selected.length > 0 ? selected : tables) {
    console.log(`\n${name}`)
    const code = await new Promise((resolve, reject) => {
      const child = spawn(node, ['--conditions=@portico/source', join('bench', `${name}.mjs`)], {
        cwd: root,
        env,
        stdio: 'inherit',
      })
      child.once('error', reject)
      child.once('exit', resolve)
    })
    if (code !== 0) failed += 1
  }
  if (failed > 0) throw new Error(`${failed} of the tables could not be measured: see the messages above.`)
})
