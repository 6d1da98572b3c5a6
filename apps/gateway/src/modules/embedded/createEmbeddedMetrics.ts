import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Embedded } from './createEmbedded.ts'
import { countShares } from './rotation/rotateSlots.ts'

/** Registers the metrics of embedded wallets. Their values are read from the database at each scrape. */
export function createEmbeddedMetrics({
  registry,
  database,
  audit,
}: {
  registry: Registry
  database: Database
  audit: Embedded['audit']
}): void {
  const registers = [registry]
  new Gauge({
    name: 'gateway_wallets',
    help: 'Embedded wallets by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      const rows = await database
        .selectFrom('embedded_wallets')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute()
      this.reset()
      for (const { status, count } of rows) this.set({ status }, Number(count))
    },
  })
  new Gauge({
    name: 'gateway_wallet_shares',
    help: 'Shares of embedded wallets by the key that encrypts them. More than one key only during a rotation.',
    labelNames: ['key'],
    registers,
    async collect() {
      this.reset()
      for (const [key, count] of await countShares({ database })) this.set({ key }, count)
    },
  })
  new Gauge({
    name: 'gateway_wallet_audit_rows',
    help: 'Rows of the audit trail. Never decreases.',
    registers,
    async collect() {
      this.set((await audit.head()).seq)
    },
  })
}
