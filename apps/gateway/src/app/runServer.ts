import { setTimeout as sleep } from 'node:timers/promises'
import { createLog, runUntilStopped, serveMetrics } from '@portico/server'
import type { Config } from '../infra/config/Config.ts'
import { createGateway } from './createGateway.ts'
import { printReady } from './printReady.ts'

/**
 * Runs the gateway as a single process until a signal or the end of `PORTICO_PARENT_PIPE` stops it.
 *
 * @throws {BaseError} if it cannot start, for example because the data folder, the keys or the port cannot be used.
 */
export async function runServer(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel })
  const { server, services, endClients, printHints } = await createGateway({ config, log })
  if (config.metrics) {
    const { metrics } = services
    const url = await serveMetrics({ ...config.metrics, metrics, log, portVariable: 'METRICS_PORT' })
    console.log(`gateway metrics ${url}`)
  }
  server.listen(config.port, config.host, () => {
    printHints()
    printReady({ host: config.host, server })
  })
  await runUntilStopped({
    server,
    host: config.host,
    port: config.port,
    portVariable: 'GATEWAY_PORT',
    async drain() {
      services.modules.health.service.stop()
      // Load balancers keep sending requests until their next readiness check.
      await sleep(config.drainSeconds * 1000)
    },
    end: endClients,
    close: () => services.close(),
  })
}
