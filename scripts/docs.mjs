import './lib/requireNode.mjs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap, root } from './bootstrap.mjs'
import { assemblePages } from './docs/assemblePages.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runTool } from './lib/runTool.mjs'
import { stopSignals } from './lib/stopSignals.mjs'

const site = join(root, 'docs/site')

await runCommand(async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
  const { env } = await bootstrap()
  assemblePages({ root })
  const { code, output } = await runTool({ command: 'rspress', args: ['build'], cwd: site, env })
  if (code !== 0 || values.check) console.log(output.trimEnd())
  if (code !== 0) throw new Error('The handbook could not be built.')
  if (values.check) {
    const { checkSite } = await import('./docs/checkSite.mjs')
    const problems = await checkSite({
      folder: join(site, 'dist'),
      visit: () => true,
      executablePath: env.CHROME_PATH,
    })
    for (const problem of problems) console.error(problem)
    return problems.length > 0 ? 1 : 0
  }
  await serve(env)
})

async function serve(env) {
  const port = process.env.DOCS_PORT || '4400'
  const { stop } = stopSignals()
  const child = spawn('rspress', ['preview', '--port', port, '--host', '127.0.0.1'], {
    cwd: site,
    env,
    stdio: 'inherit',
  })
  stop.addEventListener('abort', () => child.kill())
  await new Promise((resolve) => child.once('exit', resolve))
}
