import { createServer } from 'node:net'
import { createLog, explainListenError, serveMetrics } from '@portico/server'
import type { Config } from '../../infra/config/Config.ts'
import { createHub } from '../../infra/hub/createHub.ts'
import { printReady } from '../printReady.ts'
import { createFleet, type Fleet } from './createFleet.ts'
import { createHandoff } from './createHandoff.ts'
import { createWorkerMetrics, type Metric } from './createWorkerMetrics.ts'

/**
 * Runs the gateway as several processes: this one listens, passes each connection to a worker, holds what the workers share,
 * and replaces those that end. SIGHUP replaces all of them, one after the other; SIGTERM, SIGINT or the end of
 * `PORTICO_PARENT_PIPE` ends all.
 *
 * @throws {BaseError} if it cannot start.
 */
export async function runSupervisor(config: Config): Promise<never> {
  const { host, port, workers: count, drainSeconds } = config
  const log = createLog({ level: config.logLevel })
  const hub = createHub()
  const handoff = createHandoff()
  const server = createServer({ pauseOnConnect: true, noDelay: true }, handoff.pass)
  let isStopping = false

  async function stop(code: number): Promise<void> {
    if (isStopping) return
    isStopping = true
    // Until then, load balancers may still send requests.
    setTimeout(() => server.close(), drainSeconds * 1000)
    hub.close()
    await fleet.stop()
    handoff.close()
    process.exit(code)
  }

  const metrics = createWorkerMetrics({
    sources: () =>
      fleet.workers().map(({ number, peer }) => ({
        number,
        read: async () => (await peer.call('metrics.read', null)) as readonly Metric[],
      })),
  })
  const fleet: Fleet = createFleet({
    count,
    hub,
    handoff,
    log,
    onEnd: metrics.onEnd,
    onReplace: metrics.onReplace,
    onGiveUp(reason) {
      console.error(reason)
      void stop(1)
    },
  })

  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  process.on('SIGHUP', () => void fleet.restart())
  // The parent process holds the other end of this pipe, which closes when the parent ends, however it ends.
  if (process.env.PORTICO_PARENT_PIPE === '1') {
    const end = () => void stop(0)
    process.stdin.on('end', end).on('close', end).on('error', end).resume()
  }

  try {
    await fleet.start()
  } catch {
    // The worker has said why.
    await fleet.stop()
    process.exit(1)
  }
  try {
    await new Promise<void>((resolve, reject) => {
      const address = { host, port, hostVariable: 'HOST', portVariable: 'GATEWAY_PORT' }
      server.once('error', (error) => reject(explainListenError(error, address)))
      server.listen(port, host, resolve)
    })
    if (config.metrics) {
      const url = await serveMetrics({ ...config.metrics, metrics, log, portVariable: 'METRICS_PORT' })
      console.log(`gateway metrics ${url}`)
    }
  } catch (error) {
    await fleet.stop()
    throw error
  }
  printReady({ host, server })
  return new Promise(() => undefined)
}
