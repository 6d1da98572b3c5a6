import { fileURLToPath } from 'node:url'
import { readPageFiles } from '@portico/page-server'
import { runWallet } from './server/runWallet.ts'

// Entry of the wallet's server in production, bundled to `dist/server.js` by `npm run wallet -- build`, beside the pages.
await runWallet({ loadFiles: () => readPageFiles(fileURLToPath(new URL('./pages', import.meta.url))) })
