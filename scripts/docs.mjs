import './lib/requireNode.mjs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap, root } from './bootstrap.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runTool } from './lib/runTool.mjs'
import { stopSignals } from './lib/stopSignals.mjs'

const site = join(root, 'docs/site')

await runCommand(async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, all: { type: 'boolean' } } })
  const { env } = await bootstrap({ catalogue: false })
  if (!values.check) console.log('Building the handbook (about a minute) …')
  if (values.check) await compileExamples(env)
  const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
  await run({ command: 'node', args: [...flags, join(root, 'scripts/docs/generate.mjs')], cwd: root, env })
  await run({ command: 'rspress', args: ['build'], cwd: site, env })
  if (values.check) {
    const { checkSite } = await import('./docs/checkSite.mjs')
    const problems = await checkSite({
      folder: join(site, 'dist'),
      all: values.all,
      executablePath: env.CHROME_PATH,
      onVisit: ({ page, found }) => values.all && console.log([page, ...found].join('\n')),
    })
    for (const problem of problems) console.error(problem)
    return problems.length > 0 ? 1 : 0
  }
  await serve(env)
})

/** Compiles the code that documents and doc comments show, also that of the generated reference. */
async function compileExamples(env) {
  const { writeExamples } = await import('./docs/examples/writeExamples.mjs')
  writeExamples({ root })
  await run({ command: 'tsc', args: ['-b', 'docs/site/examples'], cwd: root, env })
}

async function run(tool) {
  const { code, output } = await runTool(tool)
  if (code === 0) return
  console.log(output.trimEnd())
  throw new Error('The handbook could not be built: see above.')
}

async function serve(env) {
  const port = process.env.DOCS_PORT || '4420'
  const { stop } = stopSignals()
  const child = spawn('rspress', ['preview', '--port', port, '--host', '127.0.0.1'], {
    cwd: site,
    env,
    stdio: 'inherit',
  })
  stop.addEventListener('abort', () => child.kill())
  await new Promise((resolve) => child.once('exit', resolve))
}
