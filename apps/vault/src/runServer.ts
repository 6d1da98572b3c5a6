import type { createServer, RequestListener, Server, ServerOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { createLimitedServer, createLog, runUntilStopped, serveMetrics } from '@portico/server'
import type { Config } from './config/Config.ts'
import { createApp } from './createApp.ts'
import { createServices } from './createServices.ts'
import { problems } from './problems/problems.ts'

/**
 * Runs the vault until a signal, or the end of the parent process (`PORTICO_PARENT_PIPE`), stops it.
 *
 * @throws {BaseError} if it cannot start: secrets, database or port.
 */
export async function runServer(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel })
  const services = await createServices({ config, log })
  const { host, port } = config
  if (config.metrics) {
    const { metrics } = services
    const url = await serveMetrics({ ...config.metrics, metrics, log, portVariable: 'VAULT_METRICS_PORT' })
    console.log(`vault metrics ${url}`)
  }
  const createLimited = (_: ServerOptions, listener: RequestListener) =>
    createLimitedServer({
      listener,
      timeouts: { headersMs: 10_000, requestMs: 15_000 },
      connectionsPerAddress: config.connectionsPerAddress,
      trustedProxies: config.trustedProxies,
      problems,
      onRefused: services.metrics.onRefused,
    })
  const server = serve(
    {
      fetch: createApp(services).fetch,
      hostname: host,
      port,
      createServer: createLimited as typeof createServer,
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
      // Load balancers send requests until their next health check.
      await sleep(config.drainSeconds * 1000)
    },
    end: () => services.drain(),
    close: services.close,
  })
}
