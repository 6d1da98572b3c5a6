import type { Database } from '../../database/openVaultDatabase.ts'

/** Whether the vault can do its work. */
export type HealthService = {
  readiness(): Promise<{ ready: boolean; checks: Record<string, 'ok' | 'failed' | 'stopping'> }>
  /** From now on the vault is not ready, so that a balancer sends nothing more. */
  stop(): void
}

const keepFor = 1000

/** Writes to the database, at most once a second, so that a full or read-only disk is noticed. */
export function createHealthService({
  database,
  now = Date.now,
}: {
  database: Database
  now?: () => number
}): HealthService {
  let stopping = false
  let last: { at: number; isWell: Promise<boolean> } | undefined
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
      // Whatever is wrong, the answer is that it is not well.
      return false
    }
  }
  return {
    async readiness() {
      if (stopping) return { ready: false, checks: { vault: 'stopping' } }
      if (!last || now() - last.at > keepFor) last = { at: now(), isWell: probe() }
      const ready = await last.isWell
      return { ready, checks: { database: ready ? 'ok' : 'failed' } }
    },
    stop() {
      stopping = true
    },
  }
}
