import { createServer } from 'node:net'

/**
 * Finds the first port that something else already listens on.
 *
 * Both loopback addresses are tried: a browser that is sent to `localhost` may reach either, so a stranger on `::1`
 * would answer in our place.
 *
 * @template {{ port: number }} Port
 * @param {readonly Port[]} ports
 * @param {string} [host] the address our servers bind to
 * @returns {Promise<(Port & { code: string }) | undefined>} the port, and the reason as a system error code
 *
 * @example
 * const taken = await findTakenPort([{ name: 'DEMO_PORT', port: 4400 }])
 */
export async function findTakenPort(ports, host = '127.0.0.1') {
  for (const entry of ports) {
    for (const address of new Set([host, '127.0.0.1', '::1'])) {
      const code = await tryListen(entry.port, address)
      // A machine without IPv6 has no ::1 that a stranger could take.
      const isAbsent = address !== host && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
      if (code && !isAbsent) return { ...entry, code }
    }
  }
  return undefined
}

/** @returns {Promise<string | undefined>} the error code, or nothing if the port is free */
function tryListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
