import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog, trackSockets } from '@portico/server'
import type { Config } from '../../infra/config/Config.ts'
import { connectHub } from '../../infra/hub/connectHub.ts'
import { createGateway } from '../createGateway.ts'
import type { Handover } from './Handover.ts'
import { hubDescriptor } from './workerEnvironment.ts'

const drainTimeoutMs = 30_000

/**
 * Runs a worker of a supervisor, which passes it connections, until the supervisor retires it or ends, or SIGTERM.
 *
 * @throws {BaseError} if it cannot start.
 */
export async function runWorker({ config, number }: { config: Config; number: number }): Promise<void> {
  const log = createLog({ level: config.logLevel })
  // The first worker has said what the operator may have forgotten.
  if (number > 1) console.error = () => undefined
  const hub = connectHub({ stream: new Socket({ fd: hubDescriptor }) })
  // Without a supervisor nothing would stop this process. All that was acknowledged is on disk.
  void hub.ended.then(() => process.exit(0))
  process.on('disconnect', () => process.exit(0))

  const gateway = await createGateway({ config, log, hub })
  const { server, services } = gateway
  const sockets = trackSockets(server)
  const open = new Set<Socket>()
  let onEmpty = () => {}
  let takes = true
  let isStopping = false

  process.on('message', (connection: number, socket: Socket | undefined) => {
    const handover: Handover = { connection, isTaken: takes }
    process.send?.(handover)
    // Undefined: the client has gone meanwhile.
    if (!socket || !takes) return void socket?.destroy()
    // Like the sockets of a listening server: a client may end its side after its request.
    socket.allowHalfOpen = true
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0) onEmpty()
    })
    server.emit('connection', socket)
  })
  // Starts the checks of timeouts, which a server otherwise starts when it listens.
  server.emit('listening')

  const empty = () =>
    new Promise<void>((resolve) => {
      onEmpty = resolve
      if (open.size === 0) resolve()
    })

  /** Ends what is open and this process. Clients have `idleMs` to end a connection themselves after its next response. */
  async function finish(idleMs: number): Promise<void> {
    gateway.endClients()
    sockets.release()
    await Promise.race([empty(), sleep(idleMs)])
    sockets.end()
    await empty()
    takes = false
    await services.close()
    process.exit(0)
  }

  async function stop(ending: () => Promise<void>): Promise<void> {
    if (isStopping) return
    isStopping = true
    // Exit even if a connection hangs.
    setTimeout(() => process.exit(0), drainTimeoutMs).unref()
    await ending()
  }

  hub.serve('metrics.read', () => services.metrics.read())
  // The others go on: clients notice nothing but the end of their connections after a response.
  hub.serve(
    'retire',
    () =>
      void stop(() =>
        // Longer than clients use an idle connection.
        finish(Math.min(drainTimeoutMs / 2, server.keepAliveTimeout + (server.keepAliveTimeoutBuffer ?? 0))),
      ),
  )
  process.on('SIGTERM', () =>
    stop(async () => {
      services.modules.health.service.stop()
      sockets.release()
      // Load balancers keep sending requests until their next readiness check.
      await sleep(config.drainSeconds * 1000)
      await finish(0)
    }),
  )
  // Terminals send these to all processes; the supervisor decides.
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  gateway.printHints()
  hub.tell('ready', null)
  await new Promise(() => undefined)
}
