import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PortTakenError } from '../errors/PortTakenError.ts'

/** A server that listens. */
export interface Listening {
  port: number
  /** Ends all connections. */
  close(): Promise<void>
}

/**
 * Has a server listen.
 *
 * @param parameters.port 0 selects a free port
 * @param parameters.name what the server is, for error messages
 * @param parameters.variable environment variable of the port
 * @throws {PortTakenError}
 */
export async function listen({
  server,
  host,
  port,
  name,
  variable,
}: {
  server: Server
  host: string
  port: number
  name: string
  variable: string
}): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new PortTakenError({ chain: name, host, port, variable }) : error)
    }
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
