import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'

/** A metric, as a registry of prom-client returns it as JSON. */
export type Metric = {
  name: string
  type: string
  values: { labels: Record<string, string | number> }[]
}
/** A worker whose metrics are read. */
type Source = { number: number; read(): Promise<readonly Metric[]> }

/** The metrics of a supervisor and its workers; see `createWorkerMetrics`. */
export type WorkerMetrics = {
  /** Keeps what a worker has counted, so that no sum falls when it ends. */
  onEnd(worker: number): void
  /** Counts a worker that was replaced because it had ended. */
  onReplace(): void
  /** Returns the body of `/metrics` and its content type. */
  render(): Promise<{ contentType: string; text: string }>
}

const readTimeoutMs = 3000

/**
 * Creates the metrics of a supervisor. Counters and histograms of its workers are added up. Gauges have the label `worker` with
 * the worker's number, because what can be added up differs: the open streams of all, but not a row count that each of them
 * reads from the same table.
 */
export function createWorkerMetrics({ sources }: { sources: () => readonly Source[] }): WorkerMetrics {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'gateway_workers',
    help: 'Workers that run.',
    registers,
    collect() {
      this.set(sources().length)
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory size in bytes.',
    labelNames: ['worker'],
    registers,
    collect() {
      this.set({ worker: 'supervisor' }, process.memoryUsage.rss())
    },
  })
  const replaced = new Counter({
    name: 'gateway_workers_replaced_total',
    help: 'Workers that were replaced because they had ended.',
    registers,
  })
  /** What the workers said last. */
  const latest = new Map<number, readonly Metric[]>()
  /** What workers that have ended said last, added up. */
  let ended: readonly Metric[] = []

  async function read({ number, read }: Source): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, readTimeoutMs, undefined)
    })
    // What it said last is better than nothing.
    const metrics = await Promise.race([read().catch(() => undefined), late])
    clearTimeout(timer)
    // It may have ended meanwhile.
    if (metrics && sources().some((source) => source.number === number)) latest.set(number, metrics)
  }

  return {
    onEnd(worker) {
      const metrics = latest.get(worker)
      latest.delete(worker)
      if (metrics) ended = add([ended, metrics.filter(({ type }) => type !== 'gauge')])
    },
    onReplace: () => replaced.inc(),
    async render() {
      await Promise.all(sources().map(read))
      const own = (await registry.getMetricsAsJSON()) as unknown as readonly Metric[]
      const labelled = [...latest].map(([number, metrics]) =>
        metrics.map((metric) => (metric.type === 'gauge' ? label(metric, number) : metric)),
      )
      const all = AggregatorRegistry.aggregate(toGiven([own, ended, ...labelled]))
      return { contentType: all.contentType, text: await all.metrics() }
    },
  }
}

function label(metric: Metric, worker: number): Metric {
  return {
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker: String(worker) } })),
  }
}

function add(all: readonly (readonly Metric[])[]): readonly Metric[] {
  const sum = AggregatorRegistry.aggregate(toGiven(all))
  return sum.getMetricsAsArray().map((metric) => (metric as unknown as { get(): Metric }).get())
}

/** The type that prom-client declares is not the one it reads. */
const toGiven = (all: readonly (readonly Metric[])[]) => all as unknown as object[]
