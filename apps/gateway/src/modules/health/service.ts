import { setTimeout as sleep } from 'node:timers/promises'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import type { HealthStore } from './store.ts'

/**
 * Whether the gateway can serve requests, with the state of the database and of every chain. Redis is reported, but
 * does not affect `ready`: the gateways share one Redis, so its failure would otherwise take all of them out of
 * service.
 */
export type Readiness = { ready: boolean; checks: Record<string, 'ok' | 'failed' | 'stopping'> }

export type HealthService = {
  readiness(): Promise<Readiness>
  /** Reports not ready from now on, so that the load balancer sends no more requests. */
  stop(): void
}

const timeoutMs = 2000
const cacheMs = 1000

/** Creates the readiness check. It checks the dependencies at most once per second, however often it is called. */
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
  let cached: { at: number; result: Promise<Readiness> } | undefined
  const dependencies: [string, () => Promise<boolean>][] = [
    ['database', () => store.probe(now()).then(() => true)],
    ...[...namespaces.networks.keys()].map((chain): [string, () => Promise<boolean>] => [
      chain,
      () => namespaces.get(chain).isWell({ chain, deadline: Date.now() + timeoutMs }),
    ]),
  ]

  async function check(): Promise<Readiness> {
    const results = await Promise.all(
      dependencies.map(
        async ([name, isWell]) => [name, (await isWellInTime(isWell)) ? 'ok' : 'failed'] as const,
      ),
    )
    const ready = results.every(([, state]) => state === 'ok')
    const isRedisWell = redis && (await isWellInTime(() => redis.isWell()))
    const checks = Object.fromEntries(results)
    return { ready, checks: redis ? { ...checks, redis: isRedisWell ? 'ok' : 'failed' } : checks }
  }

  return {
    async readiness() {
      if (stopping) return { ready: false, checks: { gateway: 'stopping' } }
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
