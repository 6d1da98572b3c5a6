import type { Socket } from 'node:net'
import { connect } from 'node:tls'

/** Opens a TLS connection to an IP address that has been checked. */
export type ConnectPinned = (target: {
  address: string
  /** Host name that the certificate must be valid for; undefined if the URL contains the IP address itself. */
  servername: string | undefined
  signal: AbortSignal
}) => Promise<Socket>

/**
 * Connects to port 443 of an IP address. Does not resolve a name again, which prevents DNS rebinding, and ignores the
 * proxy variables of the environment. Rejects if the certificate is not valid for the name.
 */
export const connectPinned: ConnectPinned = ({ address, servername, signal }) =>
  openTls({ host: address, port: 443, servername, signal })

/** Target of a TLS connection. Tests set `ca`. */
export type TlsTarget = {
  host: string
  port: number
  servername: string | undefined
  signal: AbortSignal
  ca?: string | undefined
}

/** Opens a TLS connection; resolves after the handshake. Rejects if the certificate is not valid or `signal` aborts. */
export function openTls({ host, port, servername, signal, ca }: TlsTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ...(servername === undefined ? {} : { servername }),
      ...(ca === undefined ? {} : { ca }),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not disable verification.
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
