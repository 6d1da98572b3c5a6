import { describe, expect, test } from 'vitest'
import { createHealthService } from './service.ts'

const store = { probe: async () => undefined }

const families = { networks: new Map(), get: () => ({}) as never }

describe('createHealthService', () => {
  test('behavior: without its Redis it says so, and is ready', async () => {
    const redis = { isWell: async () => false }
    const { ready, checks } = await createHealthService({ families, store, redis }).readiness()
    expect({ ready, checks }).toEqual({ ready: true, checks: { database: 'ok', redis: 'failed' } })
  })

  test('behavior: without its database it is not', async () => {
    const broken = {
      probe: async () => {
        throw new Error('disk full')
      },
    }
    const redis = { isWell: async () => true }
    const { ready, checks } = await createHealthService({ families, store: broken, redis }).readiness()
    expect({ ready, checks }).toEqual({ ready: false, checks: { database: 'failed', redis: 'ok' } })
  })

  test('behavior: once it stops it is not ready any more', async () => {
    const health = createHealthService({ families, store })
    expect((await health.readiness()).ready).toBe(true)
    health.stop()
    expect(await health.readiness()).toEqual({ ready: false, checks: { gateway: 'stopping' } })
  })
})
