import './lib/requireNode.mjs'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { root } from './bootstrap.mjs'
import { listPackages } from './lib/listPackages.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runTool } from './lib/runTool.mjs'

// Writes the bill of materials (CycloneDX) of the tarballs in a folder beside them: npm run sbom -- folder. It lists what
// npm installs with all of them today, because applications do not have the lock file of this repository.
await runCommand(async () => {
  const folder = resolve(process.argv[2] ?? '.cache/packages')
  const packages = listPackages(root).filter(({ manifest }) => !manifest.private)
  const { version } = packages[0].manifest
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  const local = Object.fromEntries(
    packages.map(({ name }) => {
      const file = tarballs.find((one) => one === `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
      if (!file) throw new Error(`There is no tarball of ${name} in ${folder}: run \`npm run pack\` first.`)
      return [name, `file:${join(folder, file)}`]
    }),
  )
  const application = mkdtempSync(join(tmpdir(), 'portico-sbom-'))
  const npm = async (args) => {
    const { code, output } = await runTool({ command: 'npm', args, cwd: application, env: process.env })
    if (code !== 0) throw new Error(`npm could not list what the packages need:\n${output}`)
    return output
  }
  try {
    const manifest = { name: 'portico', version, license: 'MIT', dependencies: local, overrides: local }
    writeFileSync(join(application, 'package.json'), JSON.stringify(manifest))
    await npm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'])
    const output = await npm([
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=library',
      '--package-lock-only',
    ])
    const to = join(folder, `portico-${version}.cdx.json`)
    writeFileSync(to, output.slice(output.indexOf('{')))
    const { components } = JSON.parse(readFileSync(to, 'utf8'))
    console.log(`${components.length} components in ${to}`)
  } finally {
    rmSync(application, { recursive: true })
  }
})
