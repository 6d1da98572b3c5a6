import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The Prometheus metrics at `/metrics`. */
export type Metrics = {
  onRequest(event: { method: string; route: string; status: number; seconds: number }): void
  onCode(outcome: 'accepted' | 'wrong'): void
  onMail(outcome: 'sent' | 'failed' | 'refused' | 'expired'): void
  render(): Promise<{ contentType: string; text: string }>
}

const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5, 10, 30]
const windowMs = 300_000
/** With fewer codes the ratio means nothing. */
const minimumCodes = 20
const alarmRatio = 0.3

/** Creates metrics in a registry of their own, so that several vaults in one process do not share them. */
export function createMetrics({ now = Date.now }: { now?: () => number } = {}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'vault_request_seconds',
    help: 'Response time by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
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
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory size in bytes.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  return {
    onRequest({ method, route, status, seconds }) {
      requests.observe({ method, route, status }, seconds)
    },
    onCode(outcome) {
      codes.inc({ outcome })
      recent.push({ at: now(), isWrong: outcome === 'wrong' })
      if (recent.length > 10_000) recent = recent.slice(-5000)
    },
    onMail(outcome) {
      mails.inc({ outcome })
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
