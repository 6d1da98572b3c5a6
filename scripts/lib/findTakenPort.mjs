import { createServer } from 'node:net'

/**
 * Returns the first port that cannot be listened on, usually because another program uses it.
 *
 * Both loopback addresses are tried: a browser that opens `localhost` may connect to either, so a program on `::1`
 * would respond instead of ours.
 *
 * @template {{ port: number }} Port
 * @param {readonly Port[]} ports
 * @param {string} [host] the address that our servers bind to
 * @returns {Promise<(Port & { code: string }) | undefined>} the port with the system error code
 *
 * @example
 * const taken = await findTakenPort([{ name: 'DEMO_PORT', port: 4400 }])
 */
export async function findTakenPort(ports, host = '127.0.0.1') {
  for (const entry of ports) {
    for (const address of new Set([host, '127.0.0.1', '::1'])) {
      const code = await tryListen(entry.port, address)
      // On a machine without IPv6 there is no ::1 to check.
      const isAbsent = address !== host && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
      if (code && !isAbsent) return { ...entry, code }
    }
  }
  return undefined
}

/** @returns {Promise<string | undefined>} the error code; undefined if the port is free */
function tryListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
