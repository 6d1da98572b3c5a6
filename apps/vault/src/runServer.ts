import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { createLog, runUntilStopped } from '@portico/server'
import type { Config } from './config/Config.ts'
import { createApp } from './createApp.ts'
import { createServices } from './createServices.ts'

/**
 * Runs the vault until it is told to end by a signal or by `PORTICO_PARENT_PIPE`.
 *
 * @throws {BaseError} with one sentence if it cannot start: secrets, data folder, port.
 */
export async function runServer(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel })
  const services = await createServices({ config, log })
  const { host, port } = config
  const server = serve(
    {
      fetch: createApp(services).fetch,
      hostname: host,
      port,
      // A slow sender holds a connection no longer than this.
      serverOptions: { headersTimeout: 10_000, requestTimeout: 15_000 },
    },
    ({ port }) => console.log(`vault ready http://${host.includes(':') ? `[${host}]` : host}:${port}`),
  ) as Server
  await runUntilStopped({
    server,
    host,
    port,
    portVariable: 'VAULT_PORT',
    async drain() {
      services.health.stop()
      // Balancers go on sending until they have asked again.
      await sleep(config.drainSeconds * 1000)
      services.drain()
    },
    close: services.close,
  })
}
