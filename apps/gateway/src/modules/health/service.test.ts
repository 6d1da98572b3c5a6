import { describe, expect, test } from 'vitest'
import { createHealthService } from './service.ts'

const store = { probe: async () => undefined }
const broken = {
  probe: async () => {
    throw new Error('disk full')
  },
}

const namespaces = { networks: new Map(), get: () => ({}) as never }

describe('createHealthService', () => {
  test('behavior: a failed Redis is reported, and everything needed is there', async () => {
    const redis = { isWell: async () => false }
    expect(await createHealthService({ namespaces, store, redis }).dependencies()).toEqual({
      ok: true,
      checks: { database: 'ok', redis: 'failed' },
    })
  })

  test('behavior: takes requests while the database fails, which is reported', async () => {
    const redis = { isWell: async () => true }
    const health = createHealthService({ namespaces, store: broken, redis })
    expect(await health.dependencies()).toEqual({ ok: false, checks: { database: 'failed', redis: 'ok' } })
    expect(health.readiness()).toEqual({ ok: true, checks: { gateway: 'ok' } })
  })

  test('behavior: takes no requests once it is stopping', async () => {
    const health = createHealthService({ namespaces, store })
    health.stop()
    expect(health.readiness()).toEqual({ ok: false, checks: { gateway: 'stopping' } })
    expect((await health.dependencies()).ok).toBe(true)
  })
})
