import './lib/requireNode.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, root } from './bootstrap.mjs'
import { hashSources } from './lib/hashSources.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runServer } from './lib/runServer.mjs'

const folder = 'apps/wallet'
/** Hash of the sources that the site was built from, written when the build is finished. */
const built = join(root, folder, 'dist', 'sources')

if (process.argv[2] === 'build') await runCommand(build)
else
  await runServer({
    name: 'wallet',
    folder,
    entry: 'dist/server.js',
    prepare() {
      const hash = existsSync(built) ? readFileSync(built, 'utf8') : undefined
      if (hash !== hashSources({ root, workspace: folder }))
        throw new Error(
          `The wallet site ${hash === undefined ? 'is not built' : 'was built from other sources'}: run \`npm run wallet -- build\`, then start again.`,
        )
    },
  })

async function build() {
  const program = join(root, folder, 'src', 'build.ts')
  const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
  const env = { ...process.env, NODE_ENV: 'production' }
  const [code] = await once(spawn(findNode(), [...flags, program], { env, stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error('The wallet site could not be built: see the messages above.')
  writeFileSync(built, hashSources({ root, workspace: folder }))
  console.log(`built ${join(folder, 'dist')}`)
}
