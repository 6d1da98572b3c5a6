import type { Server } from 'node:http'
import { BaseError } from '@portico/protocol'
import { trackSockets } from './trackSockets.ts'

const drainMs = 30_000

/**
 * Runs a listening server until it is told to end by a signal or by `PORTICO_PARENT_PIPE`, and then ends the process.
 *
 * @param portVariable the environment variable that sets the port, for messages.
 * @param drain what comes before connections are ended: saying that it is no longer ready, closing streams.
 * @param close what comes after: closing the database.
 * @throws {BaseError} with one sentence if it cannot listen.
 * @example
 * await runUntilStopped({ server, host, port, portVariable: 'VAULT_PORT', close: () => services.close() })
 */
export async function runUntilStopped({
  server,
  host,
  port,
  portVariable,
  drain = async () => undefined,
  close,
}: {
  server: Server
  host: string
  port: number
  portVariable: string
  drain?: (() => Promise<void>) | undefined
  close: () => Promise<void>
}): Promise<never> {
  const endSockets = trackSockets(server)
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    // Whoever hangs on longer is cut off.
    setTimeout(() => process.exit(0), drainMs).unref()
    await drain()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      endSockets()
    })
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever started us keeps the other end of this pipe; when it closes, they are gone, however they went.
  if (process.env.PORTICO_PARENT_PIPE === '1') {
    process.stdin.on('end', stop).on('close', stop).on('error', stop).resume()
  }
  return new Promise((_, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(explain(error, { host, port, portVariable })),
    )
  })
}

function explain(
  error: NodeJS.ErrnoException,
  { host, port, portVariable }: { host: string; port: number; portVariable: string },
): Error {
  if (error.code === 'EADDRINUSE')
    return new BaseError(
      `Port ${port} is taken: stop the program that has it, or choose another one with ${portVariable}.`,
    )
  if (error.code === 'EACCES')
    return new BaseError(`This user may not listen on port ${port}: choose another one with ${portVariable}.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new BaseError(`This machine does not have the address ${host}: correct HOST.`)
  return error
}
