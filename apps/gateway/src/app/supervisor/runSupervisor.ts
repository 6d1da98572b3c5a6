import { createServer } from 'node:net'
import { BaseError } from '@portico/protocol'
import { createLog, explainListenError } from '@portico/server'
import type { Config } from '../../infra/config/Config.ts'
import { createHub } from '../../infra/hub/createHub.ts'
import { printReady } from '../printReady.ts'
import { createFleet } from './createFleet.ts'
import { createHandoff } from './createHandoff.ts'

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
  const handoff = createHandoff()
  const server = createServer({ pauseOnConnect: true, noDelay: true }, handoff.pass)
  let isStopping = false

  async function stop(code: number): Promise<void> {
    if (isStopping) return
    isStopping = true
    // Until then, load balancers may still send requests.
    setTimeout(() => server.close(), drainSeconds * 1000)
    await fleet.stop()
    handoff.close()
    process.exit(code)
  }

  const fleet = createFleet({
    count,
    hub: createHub(),
    handoff,
    log,
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(explainListenError(error, { host, port, hostVariable: 'HOST', portVariable: 'GATEWAY_PORT' })),
    )
    server.listen(port, host, resolve)
  }).catch(async (error) => {
    await fleet.stop()
    throw error instanceof Error ? error : new BaseError(String(error))
  })
  printReady({ host, server })
  return new Promise(() => undefined)
}
