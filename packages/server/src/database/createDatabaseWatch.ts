import { Gauge, type Registry } from 'prom-client'
import type { Log } from '../log/createLog.ts'
import type { DatabaseWatch, PoolState } from './DatabaseWatch.ts'

/**
 * Creates a watch that logs one line when the database becomes unreachable and one when it is reachable again, and registers
 * the gauges `<name>_database_up` and `<name>_database_connections`.
 *
 * @param parameters.isNews asked before each line, so that of several processes of one server only the first logs it. If it fails, the line is
 * logged.
 */
export function createDatabaseWatch({
  name,
  log,
  registry,
  isNews = async () => true,
}: {
  /** Name of the server, such as `gateway`. */
  name: string
  log: Pick<Log, 'error' | 'warn'>
  registry: Registry
  isNews?: ((state: 'unreachable' | 'reachable') => Promise<boolean>) | undefined
}): DatabaseWatch {
  const say = async (state: 'unreachable' | 'reachable', write: () => void) => {
    if (await isNews(state).catch(() => true)) write()
  }
  const registers = [registry]
  const up = new Gauge({
    name: `${name}_database_up`,
    help: '1 if the database can be reached, 0 if the last query could not reach it. Always 1 with SQLite.',
    registers,
  })
  up.set(1)
  let read: (() => PoolState) | undefined
  new Gauge({
    name: `${name}_database_connections`,
    help: 'Connections of this process to PostgreSQL, used and idle, and queries that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(read?.() ?? {})) this.set({ state }, count)
    },
  })
  return {
    onUnreachable({ host, reason }) {
      up.set(0)
      void say('unreachable', () => log.error({ host, reason }, 'the database is unreachable'))
    },
    onReachable({ host }) {
      up.set(1)
      void say('reachable', () => log.warn({ host }, 'the database is reachable again'))
    },
    onPool(given) {
      read = given
    },
  }
}
