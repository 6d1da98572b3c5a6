import './lib/requireNode.mjs'
import { resolve } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { packPackages } from './lib/packPackages.mjs'
import { runCommand } from './lib/runCommand.mjs'

// Packs every published package from its `dist` into a folder: node scripts/pack.mjs [folder]
await runCommand(async () => {
  const to = resolve(process.argv[2] ?? '.cache/packages')
  const { env } = await bootstrap()
  const packed = await packPackages({ root, to, env })
  for (const [name, { size, unpackedSize, files }] of Object.entries(packed)) {
    const columns = [kilo(size), kilo(unpackedSize), `${files.length}`].map((column) => column.padStart(8))
    console.log(`${name.padEnd(26)}${columns.join('')} files`)
  }
  console.log(`packed into ${to} (kB packed, kB unpacked)`)
})

function kilo(bytes) {
  return (bytes / 1000).toFixed(1)
}
