import { setTimeout as sleep } from 'node:timers/promises'
import type { Families } from '../../families/createFamilies.ts'
import type { HealthStore } from './store.ts'

/**
 * Whether the gateway can do its work, part by part: the database, and every chain. Redis is named, too, but a gateway
 * without it is still of use: were it not ready, all of them would be gone at once.
 */
export type Readiness = { ready: boolean; checks: Record<string, 'ok' | 'failed' | 'stopping'> }

export type HealthService = {
  readiness(): Promise<Readiness>
  /** From now on the gateway is not ready, so that a balancer sends nothing more. */
  stop(): void
}

const patience = 2000
const keepFor = 1000

/** Readiness, asked of the parts at most once a second however often it is asked for. */
export function createHealthService({
  families,
  store,
  redis,
  now = Date.now,
}: {
  families: Pick<Families, 'networks' | 'get'>
  store: HealthStore
  redis?: { isWell(): Promise<boolean> } | undefined
  now?: () => number
}): HealthService {
  let stopping = false
  let last: { at: number; result: Promise<Readiness> } | undefined
  const parts: [string, () => Promise<boolean>][] = [
    ['database', () => store.probe(now()).then(() => true)],
    ...[...families.networks.keys()].map((chain): [string, () => Promise<boolean>] => [
      chain,
      () => families.get(chain).isWell({ chain, deadline: Date.now() + patience }),
    ]),
  ]

  async function check(): Promise<Readiness> {
    const results = await Promise.all(
      parts.map(async ([name, isWell]) => [name, (await isWellInTime(isWell)) ? 'ok' : 'failed'] as const),
    )
    const ready = results.every(([, state]) => state === 'ok')
    const isRedisWell = redis && (await isWellInTime(() => redis.isWell()))
    const checks = Object.fromEntries(results)
    return { ready, checks: redis ? { ...checks, redis: isRedisWell ? 'ok' : 'failed' } : checks }
  }

  return {
    async readiness() {
      if (stopping) return { ready: false, checks: { gateway: 'stopping' } }
      if (!last || now() - last.at > keepFor) last = { at: now(), result: check() }
      return last.result
    },
    stop() {
      stopping = true
    },
  }
}

async function isWellInTime(isWell: () => Promise<boolean>): Promise<boolean> {
  const controller = new AbortController()
  try {
    const late = sleep(patience, false, { signal: controller.signal, ref: false })
    // Aborted once the race is over, and then rejects with nobody listening.
    late.catch(() => undefined)
    return await Promise.race([isWell(), late])
  } catch {
    // Whatever is wrong, the answer is that it is not well; the log of the module has the reason.
    return false
  } finally {
    controller.abort()
  }
}
