import type { createServer, RequestListener, Server, ServerOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { createLimitedServer, createLog, runUntilStopped, serveMetrics } from '@portico/server'
import type { Config } from '../infra/config/Config.ts'
import { dispatchUpgrades } from '../infra/http/dispatchUpgrades.ts'
import { problems } from '../infra/http/problems.ts'
import { createRpcListener } from '../modules/rpc/createRpcListener.ts'
import { createApp } from './createApp.ts'
import { createServices } from './createServices.ts'

/**
 * Runs the gateway until a signal or the end of `PORTICO_PARENT_PIPE` stops it.
 *
 * @throws {BaseError} if it cannot start, for example because the data folder, the keys or the port cannot be used.
 */
export async function runServer(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel })
  const services = await createServices({ config, log })
  const app = createApp(services)
  if (config.metrics) {
    const { metrics } = services
    const url = await serveMetrics({ ...config.metrics, metrics, log, portVariable: 'METRICS_PORT' })
    console.log(`gateway metrics ${url}`)
  }

  const { modules } = services
  const { handleRpc } = modules.rpc
  const { trustedProxies } = config
  const createWithRpc = (_: ServerOptions, other: RequestListener) =>
    createLimitedServer({
      listener: createRpcListener({ handleRpc, trustedProxies, other }),
      timeouts: { headersMs: 10_000, requestMs: 30_000 },
      connectionsPerAddress: config.limits.connectionsPerAddress,
      trustedProxies,
      problems,
      onRefused: services.metrics.onRefused,
    })
  const listen = {
    fetch: app.fetch,
    hostname: config.host,
    port: config.port,
    createServer: createWithRpc as typeof createServer,
  }
  const server = serve(listen, ({ port }) => {
    const host = config.host.includes(':') ? `[${config.host}]` : config.host
    if (services.catalogue.version === '')
      console.error(
        'There is no wallet list. Run `npm run -w @portico/catalogue build`, or set CATALOGUE_DIR to its folder.',
      )
    if (config.embedded) console.error('Embedded wallets: auto: whoever runs both servers can open a wallet.')
    console.log(`gateway ready http://${host}:${port}`)
  })

  dispatchUpgrades({ server: server as Server, modules: Object.values(modules), log })
  await runUntilStopped({
    server: server as Server,
    host: config.host,
    port: config.port,
    portVariable: 'GATEWAY_PORT',
    async drain() {
      modules.health.service.stop()
      // Load balancers keep sending requests until their next readiness check.
      await sleep(config.drainSeconds * 1000)
      void modules.relay.service.drain()
      modules.sockets.service.drain()
      modules.stream.service.close()
    },
    close: () => services.close(),
  })
}
