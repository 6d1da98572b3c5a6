import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../log/createLog.ts'
import { explainListenError } from './explainListenError.ts'

/**
 * Serves `/metrics` for Prometheus on an address and a port of its own, which only the operator's network reaches: metrics
 * say how busy a server is, what fails and which routes it has.
 *
 * @param portVariable the environment variable that sets the port, for messages.
 * @returns the URL of the metrics.
 * @throws {BaseError} if it cannot listen.
 * @example
 * const url = await serveMetrics({ metrics, log, host: '127.0.0.1', port: 9464, portVariable: 'METRICS_PORT' })
 */
export async function serveMetrics({
  metrics,
  log,
  host,
  port,
  portVariable,
}: {
  metrics: { render(): Promise<{ contentType: string; text: string }> }
  log: Pick<Log, 'error'>
  host: string
  port: number
  portVariable: string
}): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end()
    metrics.render().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error) => {
        log.error({ route: '/metrics', error }, 'request failed')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    const address = { host, port, hostVariable: 'METRICS_HOST', portVariable }
    server.once('error', (error) => reject(explainListenError(error, address)))
    server.listen(port, host, resolve)
  })
  // The process ends with its main server, whether Prometheus is connected or not.
  server.unref()
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${name}:${(server.address() as AddressInfo).port}/metrics`
}
