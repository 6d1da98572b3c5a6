import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildPage, writePageFiles } from '@portico/page-server'
import { build } from 'vite'

// Builds the site for production: the pages into `pages`, and the server into `server.js`, one script without dependencies.
// `npm run wallet -- build` runs it. An argument names another folder than `dist`.
const root = join(import.meta.dirname, '..')
const output = resolve(process.argv[2] ?? join(root, 'dist'))
await rm(output, { recursive: true, force: true })
const files = await buildPage({ configUrl: new URL('./server/pageConfig.ts', import.meta.url) })
await writePageFiles(join(output, 'pages'), files)
const conditions = ['@portico/source', 'node', 'import']
await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true, resolve: { conditions, externalConditions: conditions } },
  build: {
    ssr: 'src/prebuiltServer.ts',
    outDir: output,
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'server.js' } },
  },
})
// The script may be copied elsewhere, as the image does.
await writeFile(join(output, 'package.json'), '{ "type": "module" }\n')
