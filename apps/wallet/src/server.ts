import { buildPage, readVersion } from '@portico/page-server'
import { runWallet } from './server/runWallet.ts'

// Entry of the wallet's server in development: builds the pages when it starts.
const version = readVersion(new URL('../package.json', import.meta.url))
await runWallet({
  version,
  loadFiles: () => buildPage({ configUrl: new URL('./server/pageConfig.ts', import.meta.url) }),
})
