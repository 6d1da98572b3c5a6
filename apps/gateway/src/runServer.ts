import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { createLog, runUntilStopped } from '@portico/server'
import type { Config } from './config/Config.ts'
import { createApp } from './createApp.ts'
import { createServices } from './createServices.ts'
import { createUpgradeHandlers } from './createUpgradeHandlers.ts'
import { dispatchUpgrades } from './http/dispatchUpgrades.ts'
import { createRpcHandler } from './modules/rpc/createRpcHandler.ts'
import { createRpcListener } from './modules/rpc/createRpcListener.ts'

/**
 * Runs the gateway until it is told to end by a signal or by `PORTICO_PARENT_PIPE`.
 *
 * @throws {BaseError} with one sentence if it cannot start: data folder, keys, port.
 */
export async function runServer(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel })
  const services = await createServices({ config, log })
  const app = createApp(services)

  // A slow sender holds a connection no longer than this.
  const serverOptions = { headersTimeout: 10_000, requestTimeout: 30_000 }
  const handleRpc = createRpcHandler({ ...services, production: config.production })
  const { trustedProxies } = config
  const createWithRpc = (options: ServerOptions, other: RequestListener) =>
    createServer(options, createRpcListener({ handleRpc, trustedProxies, other }))
  const listen = {
    fetch: app.fetch,
    hostname: config.host,
    port: config.port,
    serverOptions,
    createServer: createWithRpc as typeof createServer,
  }
  const server = serve(listen, ({ port }) => {
    const host = config.host.includes(':') ? `[${config.host}]` : config.host
    if (services.catalogue.version === '')
      console.error(
        'There is no wallet list: `npm run -w @portico/catalogue build` makes one, or CATALOGUE_DIR names its folder.',
      )
    if (config.embedded) console.error('Embedded wallets: auto: whoever runs both servers can open a wallet.')
    console.log(`gateway ready http://${host}:${port}`)
  })

  dispatchUpgrades({ server: server as Server, handlers: createUpgradeHandlers(services), log })
  await runUntilStopped({
    server: server as Server,
    host: config.host,
    port: config.port,
    portVariable: 'GATEWAY_PORT',
    async drain() {
      services.health.stop()
      // Balancers go on sending until they have asked again.
      await sleep(config.drainSeconds * 1000)
      void services.relay.drain()
      services.sockets.drain()
      services.stream.close()
    },
    close: () => services.close(),
  })
}
