import { describe, expect, test } from 'vitest'
import { createHealthService } from './service.ts'

const store = { probe: async () => undefined }

const namespaces = { networks: new Map(), get: () => ({}) as never }

describe('createHealthService', () => {
  test('behavior: reports a failed Redis and is still ready', async () => {
    const redis = { isWell: async () => false }
    const { ready, checks } = await createHealthService({ namespaces, store, redis }).readiness()
    expect({ ready, checks }).toEqual({ ready: true, checks: { database: 'ok', redis: 'failed' } })
  })

  test('behavior: is not ready if the database fails', async () => {
    const broken = {
      probe: async () => {
        throw new Error('disk full')
      },
    }
    const redis = { isWell: async () => true }
    const { ready, checks } = await createHealthService({ namespaces, store: broken, redis }).readiness()
    expect({ ready, checks }).toEqual({ ready: false, checks: { database: 'failed', redis: 'ok' } })
  })

  test('behavior: is not ready once it is stopping', async () => {
    const health = createHealthService({ namespaces, store })
    expect((await health.readiness()).ready).toBe(true)
    health.stop()
    expect(await health.readiness()).toEqual({ ready: false, checks: { gateway: 'stopping' } })
  })
})
