import type { Socket } from 'node:net'
import { connect } from 'node:tls'

/** Opens a TLS connection to an address that has been checked, and to no other. */
export type ConnectPinned = (target: {
  address: string
  /** The name the certificate must be for; undefined if the URL names the address itself. */
  servername: string | undefined
  signal: AbortSignal
}) => Promise<Socket>

/**
 * Connects to port 443. The address is a literal, so nothing is looked up again (DNS rebinding), and no proxy variable of
 * the environment is read. Rejects if the certificate is not the name's.
 */
export const connectPinned: ConnectPinned = ({ address, servername, signal }) =>
  openTls({ host: address, port: 443, servername, signal })

/** Where a TLS connection goes; `ca` is for tests. */
export type TlsTarget = {
  host: string
  port: number
  servername: string | undefined
  signal: AbortSignal
  ca?: string | undefined
}

/** A TLS connection, whole or not at all. */
export function openTls({ host, port, servername, signal, ca }: TlsTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ...(servername === undefined ? {} : { servername }),
      ...(ca === undefined ? {} : { ca }),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
      rejectUnauthorized: true,
    })
    const abort = () => socket.destroy(new Error('aborted'))
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    socket.on('error', reject)
    socket.once('close', () => signal.removeEventListener('abort', abort))
    socket.once('secureConnect', () => resolve(socket))
  })
}
