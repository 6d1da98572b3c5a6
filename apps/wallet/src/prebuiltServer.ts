import { fileURLToPath } from 'node:url'
import { readPageFiles, readVersion } from '@portico/page-server'
import { runWallet } from './server/runWallet.ts'

// Entry of the wallet's server in production, bundled to `dist/server.js` by `npm run wallet -- build`, beside the pages.
const version = readVersion(new URL('../package.json', import.meta.url))
await runWallet({
  version,
  loadFiles: () => readPageFiles(fileURLToPath(new URL('./pages', import.meta.url))),
})
