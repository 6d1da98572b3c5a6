import './lib/requireNode.mjs'
import { runServer } from './lib/runServer.mjs'

await runServer('apps/vault/src/server.ts')
