import './lib/requireNode.mjs'
import { runServer } from './lib/runServer.mjs'

await runServer({
  name: 'vault',
  folder: 'apps/vault',
  metrics: { variable: 'VAULT_METRICS_PORT', port: 4412 },
})
