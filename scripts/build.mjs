import './lib/requireNode.mjs'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { listPackages } from './lib/listPackages.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runOnNode24 } from './lib/runOnNode24.mjs'
import { runTool } from './lib/runTool.mjs'

// The servers and the local chains have no build: Node runs their TypeScript directly.
const pages = ['demo', 'companion']

await runCommand(async () => {
  const { node, env } = await bootstrap()
  const exitCode = runOnNode24({ node, env })
  if (exitCode !== undefined) return exitCode
  // They import what bootstrap installs.
  const { chunkTable } = await import('./lib/chunkTable.mjs')
  const { bundlePackages } = await import('./lib/bundlePackages.mjs')
  const { bundleElements } = await import('./lib/bundleElements.mjs')
  const packages = listPackages(root)

  // The compiler does not delete the output of files that no longer exist.
  for (const { folder } of packages) {
    for (const output of ['dist', 'tsconfig.tsbuildinfo'])
      rmSync(join(folder, output), { recursive: true, force: true })
  }
  await step('packages: types and JavaScript', () =>
    tool({ command: 'tsc', args: ['-b', ...packages.map(({ folder }) => folder)], env }),
  )
  const isElements = ({ name }) => name === '@portico/elements'
  await step('packages: JavaScript and styles of the browser packages', () =>
    bundlePackages(
      packages.filter((one) => one.bundled && !isElements(one)),
      chunkTable,
    ),
  )
  await step('@portico/elements', () => bundleElements(packages.find(isElements)))
  for (const page of pages.filter((name) => existsSync(join(root, 'apps', name, 'vite.config.ts')))) {
    await step(`apps/${page}`, () =>
      tool({ command: 'vite', args: ['build', join('apps', page), '--logLevel', 'warn'], env }),
    )
  }
  await step('apps/wallet', () => tool({ command: 'node', args: ['scripts/wallet.mjs', 'build'], env }))
})

async function step(title, work) {
  const startedAt = performance.now()
  await work()
  console.log(`built ${title} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`)
}

async function tool({ command, args, env }) {
  const { code, output } = await runTool({ command, args, cwd: root, env })
  if (output) console.log(output.trimEnd())
  if (code !== 0) throw new Error(`${command} failed (exit code ${code}): see its messages above.`)
}
