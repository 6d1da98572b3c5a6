import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '@portico/server'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { localProject } from '../../../app/config/localProject.ts'
import { dispatchUpgrades } from '../../../infra/http/dispatchUpgrades.ts'
import { createProjects } from '../../projects/service.ts'
import { createRelayMetrics } from '../createRelayMetrics.ts'
import { createLocalFanout } from '../fanout/createLocalFanout.ts'
import type { Fanout } from '../fanout/Fanout.ts'
import { defaultRelayLimits, type RelayLimits } from '../limits.ts'
import { createMemoryMailbox } from '../mailbox/createMemoryMailbox.ts'
import type { MailboxStore } from '../mailbox/MailboxStore.ts'
import { relayUpgrade } from '../relayUpgrade.ts'
import { createRelayService, type RelayService } from '../service.ts'

/** A relay on its own port, for one test. */
export type TestRelay = {
  /** `ws://localhost:…` */
  url: string
  relay: RelayService
  /** Returns the whole log output. */
  logged(): string
  metrics(): Promise<string>
}

/** Starts a relay. It is closed at the end of the test. */
export async function startRelay({
  mailbox = createMemoryMailbox(),
  fanout = createLocalFanout(),
  limits = {},
  hosts = ['localhost'],
  ipOf = () => '127.0.0.1',
  open = false,
  now = Date.now,
}: {
  mailbox?: MailboxStore
  fanout?: Fanout
  limits?: Partial<RelayLimits>
  hosts?: readonly string[]
  ipOf?: Parameters<typeof relayUpgrade>[0]['ipOf']
  open?: boolean
  now?: () => number
} = {}): Promise<TestRelay> {
  let logged = ''
  const write = (line: string) => {
    logged += line
  }
  const log = createLog({ level: 'trace', destination: { write } })
  const registry = new Registry()
  const metrics = createRelayMetrics({ registry })
  const allLimits = { ...defaultRelayLimits, ...limits }
  const relay = createRelayService({ mailbox, fanout, metrics, log, limits: allLimits, now })
  metrics.watch(relay)
  const server = createServer()
  const handler = relayUpgrade({
    relay,
    projects: createProjects({ config: { projects: new Map([['local', localProject]]), open } }),
    open,
    hosts,
    ipOf,
    now,
  })
  dispatchUpgrades({
    server,
    modules: [{ upgrades: { '/': handler, '/relay': handler } }],
    log,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    await relay.close()
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `ws://localhost:${port}`, relay, logged: () => logged, metrics: () => registry.metrics() }
}
