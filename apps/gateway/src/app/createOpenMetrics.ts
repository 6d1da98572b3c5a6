import { Gauge, type Registry } from 'prom-client'
import type { SocketService } from '../modules/sockets/service.ts'
import type { StreamService } from '../modules/stream/service.ts'

/** Registers the numbers of what clients keep open at this process. Those of the relay are its own metrics. */
export function createOpenMetrics({
  registry,
  stream,
  sockets,
}: {
  registry: Registry
  stream: Pick<StreamService, 'size'>
  sockets: Pick<SocketService, 'size'>
}): void {
  const registers = [registry]
  new Gauge({
    name: 'gateway_streams',
    help: 'Open event streams.',
    registers,
    collect() {
      this.set(stream.size().connections)
    },
  })
  new Gauge({
    name: 'gateway_stream_topics',
    help: 'Topics that are watched for event streams.',
    registers,
    collect() {
      this.set(stream.size().topics)
    },
  })
  new Gauge({
    name: 'gateway_rpc_sockets',
    help: 'Open WebSockets of JSON-RPC.',
    registers,
    collect() {
      this.set(sockets.size())
    },
  })
}
