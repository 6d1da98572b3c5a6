import type { Kit } from '@portico/core'
import { describe, expect, test, vi } from 'vitest'
import type { KitScope } from '../kit/KitContext.ts'
import { getAttempt, runAttempt } from './attempts.ts'
import { createRouter, currentView } from './router.ts'

const view = { name: 'connecting-external', connectorId: 'a' } as const

describe('runAttempt', () => {
  test('behavior: sends the request synchronously', () => {
    const run = vi.fn(async () => {})
    void runAttempt(openScope(), { key: 'a', view, run })
    expect(run).toHaveBeenCalledOnce()
  })

  test('behavior: an immediate answer shows no waiting view', async () => {
    const scope = openScope()
    expect(await runAttempt(scope, { key: 'a', view, run: async () => {} })).toBe('done')
    expect(currentView(scope.router.store.getState()).name).toBe('connect')
    expect(getAttempt(scope.kit, 'a')).toBeUndefined()
  })

  test('behavior: shows the waiting view after 50 ms', async () => {
    vi.useFakeTimers()
    const scope = openScope()
    const outcome = runAttempt(scope, { key: 'a', view, run: () => new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(49)
    expect(currentView(scope.router.store.getState()).name).toBe('connect')
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBe('shown')
    expect(currentView(scope.router.store.getState())).toBe(view)
    expect(getAttempt(scope.kit, 'a')).toBeDefined()
    vi.useRealTimers()
  })

  test('error: an immediate rejection is shown and stored for the view', async () => {
    const scope = openScope()
    const rejection = new Error('no')
    await runAttempt(scope, { key: 'a', view, run: () => Promise.reject(rejection) })
    expect(currentView(scope.router.store.getState())).toBe(view)
    await expect(getAttempt(scope.kit, 'a')).rejects.toBe(rejection)
  })

  test('behavior: does not push the view if the visitor has left', async () => {
    const scope = openScope()
    const outcome = runAttempt(scope, { key: 'a', view, run: () => Promise.reject(new Error('no')) })
    scope.router.push({ name: 'what-is-a-wallet' })
    await outcome
    expect(currentView(scope.router.store.getState()).name).toBe('what-is-a-wallet')
  })
})

function openScope(): KitScope {
  const router = createRouter()
  router.open({ name: 'connect' })
  return { kit: {} as Kit, router } as KitScope
}
