import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { listPackages } from './lib/listPackages.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runTool } from './lib/runTool.mjs'

// Imports every entry of every published package in Node, as server-side rendering does: in the Node that runs npm, which
// is the user's and may be older, and in Node 24.
await runCommand(async () => {
  const { node, env } = await bootstrap()
  const packages = listPackages(root).filter(({ manifest }) => !manifest.private)
  const specifiers = packages.flatMap(({ name, manifest }) =>
    Object.entries(manifest.exports).flatMap(([path, target]) =>
      target.default?.endsWith('.js') ? [join(name, path)] : [],
    ),
  )
  const problems = packages.flatMap(missingFiles)
  for (const command of new Set([process.env.npm_node_execpath ?? process.execPath, node])) {
    for (const specifier of specifiers) {
      const { code, output } = await runTool({
        command,
        args: ['--input-type=module', '--eval', `await import(${JSON.stringify(specifier)})`],
        cwd: root,
        env: { ...env, NODE_OPTIONS: '' },
        signal: AbortSignal.timeout(30_000),
      })
      if (code !== 0) problems.push(`${specifier} cannot be imported by ${command}:\n${output}`)
    }
  }
  for (const problem of problems) console.error(problem)
  return problems.length > 0 ? 1 : 0
})

/** Returns a problem for every file in `exports` that does not exist. */
function missingFiles({ name, folder, manifest }) {
  return Object.values(manifest.exports)
    .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
    .filter((file) => !file.includes('*') && !existsSync(join(folder, file)))
    .map((file) => `${name} exports ${file}, which does not exist.`)
}
