import { Counter, Gauge, type Registry } from 'prom-client'
import type { RelayMetrics } from './RelayMetrics.ts'
import type { RelayService } from './service.ts'

const gauges = {
  sockets: ['sockets', 'Clients connected to this process.'],
  topics: ['topics', 'Topics with a subscription in this process.'],
  mailbox_messages: ['messages', 'Stored messages.'],
  mailbox_bytes: ['bytes', 'Bytes of the stored messages.'],
  mailbox_oldest_seconds: ['oldestSeconds', 'Age of the oldest stored message; 0 if there is none.'],
} as const

/** Creates the relay's counters. `watch` adds the gauges, which are read at each scrape. */
export function createRelayMetrics({ registry }: { registry: Registry }): RelayMetrics & {
  watch(relay: Pick<RelayService, 'stats'>): void
} {
  const registers = [registry]
  const publishes = new Counter({
    name: 'gateway_relay_publishes_total',
    help: 'Messages published, by outcome: stored, repeated (a retry) or refused (a limit is used up).',
    labelNames: ['outcome'],
    registers,
  })
  const refusals = new Counter({
    name: 'gateway_relay_refused_total',
    help: "Messages refused, by the limit that is used up: of stored messages of the topic, address or project or in total, or the project's rate.",
    labelNames: ['limit'],
    registers,
  })
  const pushes = new Counter({
    name: 'gateway_relay_pushes_total',
    help: 'Messages sent to clients, including redeliveries.',
    registers,
  })
  const receipts = new Counter({
    name: 'gateway_relay_receipts_total',
    help: 'Pushes that clients have acknowledged.',
    registers,
  })
  const closes = new Counter({
    name: 'gateway_relay_closes_total',
    help: 'Closed connections, by close code; 1006 means without a closing handshake.',
    labelNames: ['code'],
    registers,
  })
  return {
    onPublish: (outcome) => publishes.inc({ outcome }),
    onRefuse(limit) {
      publishes.inc({ outcome: 'refused' })
      refusals.inc({ limit })
    },
    onPush: () => pushes.inc(),
    onReceipt: () => receipts.inc(),
    onClose: (code) => closes.inc({ code: String(code) }),
    watch(relay) {
      // The gauges of one scrape share one call of `stats`.
      let pendingStats: ReturnType<RelayService['stats']> | undefined
      const readStats = () => {
        pendingStats ??= relay.stats().finally(() => {
          pendingStats = undefined
        })
        return pendingStats
      }
      for (const [name, [key, help]] of Object.entries(gauges)) {
        new Gauge({
          name: `gateway_relay_${name}`,
          help,
          registers,
          async collect() {
            this.set((await readStats())[key])
          },
        })
      }
    },
  }
}
