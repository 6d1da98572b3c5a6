import { createServerMetrics, type ServerMetrics } from '@portico/server'
import { Counter, Gauge } from 'prom-client'

/** The Prometheus metrics at `/metrics`. */
export type Metrics = ServerMetrics & {
  onCode(outcome: 'accepted' | 'wrong'): void
  onMail(outcome: 'sent' | 'failed' | 'refused' | 'expired'): void
}

const windowMs = 300_000
/** With fewer codes the ratio means nothing. */
const minimumCodes = 20
const alarmRatio = 0.3

/** Creates the metrics of the vault. */
export function createMetrics({ now = Date.now }: { now?: () => number } = {}): Metrics {
  const server = createServerMetrics({ name: 'vault' })
  const registers = [server.registry]
  const codes = new Counter({
    name: 'vault_codes_total',
    help: 'Entered codes by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const mails = new Counter({
    name: 'vault_mails_total',
    help: 'Attempts to send a mail by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  let recent: { at: number; isWrong: boolean }[] = []
  const failRatio = (): number => {
    recent = recent.filter(({ at }) => at > now() - windowMs)
    if (recent.length < minimumCodes) return 0
    return recent.filter(({ isWrong }) => isWrong).length / recent.length
  }
  new Gauge({
    name: 'vault_code_fail_ratio',
    help: 'Share of wrong codes in the last five minutes in this process; 0 with fewer than 20 codes.',
    registers,
    collect() {
      this.set(failRatio())
    },
  })
  new Gauge({
    name: 'vault_code_alarm',
    help: '1 while more than 30 % of the codes are wrong: someone may be guessing codes.',
    registers,
    collect() {
      this.set(failRatio() > alarmRatio ? 1 : 0)
    },
  })
  return {
    ...server,
    onCode(outcome) {
      codes.inc({ outcome })
      recent.push({ at: now(), isWrong: outcome === 'wrong' })
      if (recent.length > 10_000) recent = recent.slice(-5000)
    },
    onMail(outcome) {
      mails.inc({ outcome })
    },
  }
}
