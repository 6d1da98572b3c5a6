import { createServerMetrics, type ServerMetrics } from '@portico/server'
import { Counter } from 'prom-client'

/** The Prometheus metrics at `/metrics`. */
export type Metrics = ServerMetrics & {
  onMail(outcome: 'sent' | 'failed' | 'refused' | 'expired'): void
}

/** Creates the metrics of the vault. */
export function createMetrics(): Metrics {
  const server = createServerMetrics({ name: 'vault' })
  const registers = [server.registry]
  const mails = new Counter({
    name: 'vault_mails_total',
    help: 'Attempts to send a mail by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  return {
    ...server,
    onMail(outcome) {
      mails.inc({ outcome })
    },
  }
}
