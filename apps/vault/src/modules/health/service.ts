import type { Database } from '../../database/openVaultDatabase.ts'

/** Whether everything passes, and the state of each part. */
export type Health = { ok: boolean; checks: Record<string, 'ok' | 'failed' | 'stopping'> }

export type HealthService = {
  /**
   * Returns whether load balancers should send requests here: until the vault stops. Vaults share their database: while it
   * is unreachable, each answers that the caller may try again, which is better than an error of the load balancer.
   */
  readiness(): Health
  /** Checks the database. */
  dependencies(): Promise<Health>
  /** Reports the vault as not ready from now on, so that load balancers send no more requests. */
  stop(): void
}

const cacheMs = 1000

/** Creates the health service. It writes to the database, at most once a second, to detect a full or read-only disk. */
export function createHealthService({
  database,
  now = Date.now,
}: {
  database: Database
  now?: () => number
}): HealthService {
  let stopping = false
  let last: { at: number; isHealthy: Promise<boolean> } | undefined
  const probe = async (): Promise<boolean> => {
    const at = now()
    try {
      await database
        .insertInto('probes')
        .values({ name: 'readyz', at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
        .execute()
      return true
    } catch {
      // Any error means that the database is not usable.
      return false
    }
  }
  return {
    readiness: () => ({ ok: !stopping, checks: { vault: stopping ? 'stopping' : 'ok' } }),
    async dependencies() {
      if (!last || now() - last.at > cacheMs) last = { at: now(), isHealthy: probe() }
      const ok = await last.isHealthy
      return { ok, checks: { database: ok ? 'ok' : 'failed' } }
    },
    stop() {
      stopping = true
    },
  }
}
