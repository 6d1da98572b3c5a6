import type { Server } from 'node:http'
import { acceptWaiting } from './acceptWaiting.ts'
import { explainListenError } from './explainListenError.ts'
import { trackSockets } from './trackSockets.ts'

const drainTimeoutMs = 30_000

/**
 * Runs a listening server until SIGTERM, SIGINT or the end of the parent process (`PORTICO_PARENT_PIPE`), then exits the
 * process.
 *
 * While it drains, every response asks the client to close its connection.
 *
 * @param portVariable the environment variable that sets the port, for messages.
 * @param drain runs while the server still takes requests, for example to report it as not ready and to wait for load balancers.
 * @param end runs once the server listens no more, to end streams and sockets: whoever connects again reaches another process.
 * @param close runs after connections are closed, for example to close the database.
 * @throws {BaseError} if the server cannot listen.
 * @example
 * await runUntilStopped({ server, host, port, portVariable: 'VAULT_PORT', close: () => services.close() })
 */
export async function runUntilStopped({
  server,
  host,
  port,
  portVariable,
  drain = async () => undefined,
  end = () => undefined,
  close,
}: {
  server: Server
  host: string
  port: number
  portVariable: string
  drain?: (() => Promise<void>) | undefined
  end?: (() => void) | undefined
  close: () => Promise<void>
}): Promise<never> {
  const sockets = trackSockets(server)
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    // Exit even if connections or `drain` hang.
    setTimeout(() => process.exit(0), drainTimeoutMs).unref()
    sockets.release()
    await drain()
    await acceptWaiting(server)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      end()
      sockets.end()
    })
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The parent process holds the other end of this pipe, which closes when the parent ends, however it ends.
  if (process.env.PORTICO_PARENT_PIPE === '1') {
    process.stdin.on('end', stop).on('close', stop).on('error', stop).resume()
  }
  return new Promise((_, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(explainListenError(error, { host, port, hostVariable: 'HOST', portVariable })),
    )
  })
}
