import { setTimeout as sleep } from 'node:timers/promises'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import type { HealthStore } from './store.ts'

/** Whether everything passes, and the state of each part. */
export type Health = { ok: boolean; checks: Record<string, 'ok' | 'failed' | 'stopping'> }

export type HealthService = {
  /**
   * Returns whether load balancers should send requests here: until the gateway stops. The state of database, chains and
   * Redis is left out on purpose: the gateways share them, so a failure would take all gateways out of service at once,
   * although each can still answer what does not need the failed part. A fault that a process cannot recover from ends it.
   */
  readiness(): Health
  /**
   * Checks the database and every chain. Redis is reported, but does not affect `ok`: the gateways continue without it.
   */
  dependencies(): Promise<Health>
  /** Reports not ready from now on, so that load balancers send no more requests. */
  stop(): void
}

const timeoutMs = 2000
const cacheMs = 1000

/** Creates the health checks. The dependencies are checked at most once per second, however often it is called. */
export function createHealthService({
  namespaces,
  store,
  redis,
  now = Date.now,
}: {
  namespaces: Pick<Namespaces, 'networks' | 'get'>
  store: HealthStore
  redis?: { isWell(): Promise<boolean> } | undefined
  now?: () => number
}): HealthService {
  let stopping = false
  let cached: { at: number; result: Promise<Health> } | undefined
  const dependencies: [string, () => Promise<boolean>][] = [
    ['database', () => store.probe(now()).then(() => true)],
    ...[...namespaces.networks.keys()].map((chain): [string, () => Promise<boolean>] => [
      chain,
      () => namespaces.get(chain).isWell({ chain, deadline: Date.now() + timeoutMs }),
    ]),
  ]

  async function check(): Promise<Health> {
    const results = await Promise.all(
      dependencies.map(
        async ([name, isWell]) => [name, (await isWellInTime(isWell)) ? 'ok' : 'failed'] as const,
      ),
    )
    const ok = results.every(([, state]) => state === 'ok')
    const isRedisWell = redis && (await isWellInTime(() => redis.isWell()))
    const checks = Object.fromEntries(results)
    return { ok, checks: redis ? { ...checks, redis: isRedisWell ? 'ok' : 'failed' } : checks }
  }

  return {
    readiness: () => ({ ok: !stopping, checks: { gateway: stopping ? 'stopping' : 'ok' } }),
    async dependencies() {
      if (!cached || now() - cached.at > cacheMs) cached = { at: now(), result: check() }
      return cached.result
    },
    stop() {
      stopping = true
    },
  }
}

async function isWellInTime(isWell: () => Promise<boolean>): Promise<boolean> {
  const controller = new AbortController()
  try {
    const timeout = sleep(timeoutMs, false, { signal: controller.signal, ref: false })
    // Rejects when it is aborted after the race, when nothing awaits it any more.
    timeout.catch(() => undefined)
    return await Promise.race([isWell(), timeout])
  } catch {
    // Any error means unhealthy. The module that failed logs the reason.
    return false
  } finally {
    controller.abort()
  }
}
