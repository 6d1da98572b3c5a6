import type { Database } from '../../database/openVaultDatabase.ts'

/** Reports whether the vault can serve requests. */
export type HealthService = {
  readiness(): Promise<{ ready: boolean; checks: Record<string, 'ok' | 'failed' | 'stopping'> }>
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
    async readiness() {
      if (stopping) return { ready: false, checks: { vault: 'stopping' } }
      if (!last || now() - last.at > cacheMs) last = { at: now(), isHealthy: probe() }
      const ready = await last.isHealthy
      return { ready, checks: { database: ready ? 'ok' : 'failed' } }
    },
    stop() {
      stopping = true
    },
  }
}
