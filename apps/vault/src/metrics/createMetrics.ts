import { createServerMetrics, type ServerMetrics } from '@portico/server'
import { readVersion } from '@portico/server/process'
import { Counter } from 'prom-client'

/** The Prometheus metrics at `/metrics`. */
export type Metrics = ServerMetrics & {
  onMail(outcome: 'sent' | 'failed' | 'refused' | 'expired'): void
  onSocial(login: { provider: string; outcome: 'done' | 'refused' | 'failed' }): void
}

/** Creates the metrics of the vault. */
export function createMetrics(): Metrics {
  const server = createServerMetrics({
    name: 'vault',
    version: readVersion(new URL('../../package.json', import.meta.url)),
  })
  const registers = [server.registry]
  const mails = new Counter({
    name: 'vault_mails_total',
    help: 'Attempts to send a mail by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const socials = new Counter({
    name: 'vault_social_logins_total',
    help: 'Social logins that came back from the provider, by provider and outcome.',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  return {
    ...server,
    onMail(outcome) {
      mails.inc({ outcome })
    },
    onSocial(login) {
      socials.inc(login)
    },
  }
}
