import './lib/requireNode.mjs'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { listPackages } from './lib/listPackages.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runTool } from './lib/runTool.mjs'

// The gateway and the local chains have no build: Node runs their TypeScript as it is.
const pages = ['demo', 'companion', 'wallet']

await runCommand(async () => {
  const { env } = await bootstrap()
  const { bundlePackage } = await import('./lib/bundlePackage.mjs') // needs what bootstrap installs
  const packages = listPackages(root)

  // The compiler never deletes what an older build left; a package must not ship a file that has no source.
  for (const { folder } of packages) {
    for (const left of ['dist', 'tsconfig.tsbuildinfo'])
      rmSync(join(folder, left), { recursive: true, force: true })
  }
  await step('packages: types and JavaScript', () =>
    tool({ command: 'tsc', args: ['-b', ...packages.map(({ folder }) => folder)], env }),
  )
  for (const one of packages.filter(({ bundled }) => bundled)) {
    await step(`${one.name}: JavaScript and styles`, () => bundlePackage(one))
  }
  for (const page of pages.filter((name) => existsSync(join(root, 'apps', name, 'vite.config.ts')))) {
    await step(`apps/${page}`, () =>
      tool({ command: 'vite', args: ['build', join('apps', page), '--logLevel', 'warn'], env }),
    )
  }
})

async function step(title, work) {
  const began = performance.now()
  await work()
  console.log(`built ${title} (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
}

async function tool({ command, args, env }) {
  const { code, output } = await runTool({ command, args, cwd: root, env })
  if (output) console.log(output.trimEnd())
  if (code !== 0) throw new Error(`${command} failed (exit code ${code}): its messages are above.`)
}
