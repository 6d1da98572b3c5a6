import { Counter, Gauge, type Registry } from 'prom-client'
import type { RelayMetrics } from './RelayMetrics.ts'
import type { RelayService } from './service.ts'

const gauges = {
  sockets: ['sockets', 'Clients connected to this process.'],
  topics: ['topics', 'Topics somebody in this process listens to.'],
  mailbox_messages: ['messages', 'Messages kept.'],
  mailbox_bytes: ['bytes', 'Bytes of the messages kept.'],
  mailbox_oldest_seconds: ['oldestSeconds', 'Age of the oldest message kept; 0 if there is none.'],
} as const

/** The relay's counters; `watch` adds what is read at each scrape. */
export function createRelayMetrics({ registry }: { registry: Registry }): RelayMetrics & {
  watch(relay: Pick<RelayService, 'stats'>): void
} {
  const registers = [registry]
  const publishes = new Counter({
    name: 'gateway_relay_publishes_total',
    help: 'Messages published, by outcome: stored, repeated (a retry) or refused (the mailbox is full).',
    labelNames: ['outcome'],
    registers,
  })
  const pushes = new Counter({
    name: 'gateway_relay_pushes_total',
    help: 'Messages sent to clients, those sent again included.',
    registers,
  })
  const receipts = new Counter({
    name: 'gateway_relay_receipts_total',
    help: 'Pushes that clients have acknowledged.',
    registers,
  })
  const closes = new Counter({
    name: 'gateway_relay_closes_total',
    help: 'Connections ended, by close code; 1006 were cut.',
    labelNames: ['code'],
    registers,
  })
  return {
    onPublish: (outcome) => publishes.inc({ outcome }),
    onPush: () => pushes.inc(),
    onReceipt: () => receipts.inc(),
    onClose: (code) => closes.inc({ code: String(code) }),
    watch(relay) {
      // All gauges are read in one go: they share the answer of one question.
      let asked: ReturnType<RelayService['stats']> | undefined
      const ask = () => {
        asked ??= relay.stats().finally(() => {
          asked = undefined
        })
        return asked
      }
      for (const [name, [key, help]] of Object.entries(gauges)) {
        new Gauge({
          name: `gateway_relay_${name}`,
          help,
          registers,
          async collect() {
            this.set((await ask())[key])
          },
        })
      }
    },
  }
}
