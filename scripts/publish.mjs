import './lib/requireNode.mjs'
import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { root } from './bootstrap.mjs'
import { listPackages } from './lib/listPackages.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runTool } from './lib/runTool.mjs'
import { sortByDependencies } from './lib/sortByDependencies.mjs'

// Publishes the tarballs in a folder: npm run publish-packages -- folder. A package is published after those that it
// needs, and skipped if npm has this version, so that an interrupted release can be repeated.
await runCommand(async () => {
  const folder = resolve(process.argv[2] ?? '.cache/packages')
  const run = (args) => runTool({ command: 'npm', args, cwd: root, env: process.env })
  for (const { name, manifest } of sortByDependencies(
    listPackages(root).filter((one) => !one.manifest.private),
  )) {
    const { version } = manifest
    const tarball = globSync(`${name.replace('@', '').replace('/', '-')}-${version}.tgz`, { cwd: folder })[0]
    if (!tarball)
      throw new Error(`There is no tarball of ${name} ${version} in ${folder}: run \`npm run pack\` first.`)
    const { code } = await run(['view', `${name}@${version}`, 'version', '--json'])
    if (code === 0) {
      console.log(`${name} ${version} is already published`)
      continue
    }
    const args = ['publish', resolve(folder, basename(tarball)), '--provenance', '--access', 'public']
    const published = await run(args)
    if (published.code !== 0)
      throw new Error(`npm could not publish ${name} ${version}:\n${published.output}`)
    console.log(`${name} ${version} published`)
  }
})
