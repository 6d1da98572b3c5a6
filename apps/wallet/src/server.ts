import { buildPage } from '@portico/page-server'
import { runWallet } from './server/runWallet.ts'

// Entry of the wallet's server in development: builds the pages when it starts.
await runWallet({
  loadFiles: () => buildPage({ configUrl: new URL('./server/pageConfig.ts', import.meta.url) }),
})
