import './lib/requireNode.mjs'
import { runServer } from './lib/runServer.mjs'

await runServer({
  name: 'gateway',
  folder: 'apps/gateway',
  youngMb: 32,
  usesAsyncContext: false,
  hasCatalogue: true,
  metrics: { variable: 'METRICS_PORT', port: 4411 },
})
