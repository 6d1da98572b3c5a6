import type { createServer, RequestListener, Server, ServerOptions } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { createLimitedServer, type Log } from '@portico/server'
import type { Config } from '../infra/config/Config.ts'
import { dispatchUpgrades } from '../infra/http/dispatchUpgrades.ts'
import { problems } from '../infra/http/problems.ts'
import type { HubClient } from '../infra/hub/connectHub.ts'
import { createRpcListener } from '../modules/rpc/createRpcListener.ts'
import { createApp } from './createApp.ts'
import { createServices } from './createServices.ts'

/**
 * Creates the gateway of one process: its services, and an HTTP server that does not listen yet.
 *
 * @throws {BaseError} if it cannot start, for example because the data folder or the keys cannot be used.
 */
export async function createGateway({
  config,
  log,
  hub,
}: {
  config: Config
  log: Log
  /** Connection to the supervisor of a worker. */
  hub?: HubClient | undefined
}) {
  const services = await createServices({ config, log, hub })
  const app = createApp(services)
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
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer: createWithRpc as typeof createServer,
  }) as Server
  dispatchUpgrades({ server, modules: Object.values(modules), log })

  return {
    server,
    services,
    /** Ends what clients keep open, so that they connect to another process. */
    endClients() {
      void modules.relay.service.drain()
      modules.sockets.service.drain()
      modules.stream.service.close()
    },
    /** Says what an operator may have forgotten. */
    printHints() {
      if (services.catalogue.version === '')
        console.error(
          'There is no wallet list. Run `npm run -w @portico/catalogue build`, or set CATALOGUE_DIR to its folder.',
        )
      if (config.embedded)
        console.error('Embedded wallets: auto: whoever runs both servers can open a wallet.')
    },
  }
}
