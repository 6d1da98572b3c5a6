import { createServer } from 'node:http'
import { createLog } from '@portico/server'
import { Registry } from 'prom-client'
import { dispatchUpgrades } from '../../apps/gateway/src/infra/http/dispatchUpgrades.ts'
import { createProjects } from '../../apps/gateway/src/modules/projects/service.ts'
import { createRelayMetrics } from '../../apps/gateway/src/modules/relay/createRelayMetrics.ts'
import { createLocalFanout } from '../../apps/gateway/src/modules/relay/fanout/createLocalFanout.ts'
import { defaultRelayLimits } from '../../apps/gateway/src/modules/relay/limits.ts'
import { createMemoryMailbox } from '../../apps/gateway/src/modules/relay/mailbox/createMemoryMailbox.ts'
import { createSqliteMailbox } from '../../apps/gateway/src/modules/relay/mailbox/createSqliteMailbox.ts'
import { defaultMailboxLimits } from '../../apps/gateway/src/modules/relay/mailbox/defaultMailboxLimits.ts'
import { relayUpgrade } from '../../apps/gateway/src/modules/relay/relayUpgrade.ts'
import { createRelayService } from '../../apps/gateway/src/modules/relay/service.ts'

// The gateway's relay alone, with the mailbox selected by `MAILBOX` and without limits of rates and senders, which are not
// measured here.
const log = createLog({ level: 'error' })
const endless = { burst: 1e12, perSecond: 1e9 }
const unlimited = { messages: 1e12, bytes: 1e15 }
const limits = { ...defaultMailboxLimits, address: unlimited, project: unlimited, total: unlimited }
const mailbox =
  process.env.MAILBOX === 'memory'
    ? createMemoryMailbox({ limits })
    : await createSqliteMailbox({ dataDir: process.env.PORTICO_DATA_DIR, limits })
const relay = createRelayService({
  mailbox,
  fanout: createLocalFanout(),
  metrics: createRelayMetrics({ registry: new Registry() }),
  limits: { ...defaultRelayLimits, client: endless, project: endless, address: endless },
  log,
})
const server = createServer()
const projects = createProjects({ config: { projects: new Map(), open: true } })
const handler = relayUpgrade({ relay, projects, open: true, hosts: ['127.0.0.1'], ipOf: () => 'bench' })
dispatchUpgrades({ server, modules: [{ upgrades: { '/': handler } }], log })
server.listen(0, '127.0.0.1', () => console.log(`relay ready ws://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
