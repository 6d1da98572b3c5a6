import type { Kit } from '@portico/core'
import { describe, expect, test, vi } from 'vitest'
import type { KitScope } from '../kit/KitContext.ts'
import { askWallet, getAttempt } from './attempts.ts'
import { createRouter, currentView } from './router.ts'

const view = { name: 'connecting-external', connectorId: 'a' } as const

describe('askWallet', () => {
  test('behavior: asks inside the click, before anything is awaited', () => {
    const run = vi.fn(async () => {})
    void askWallet(openScope(), { key: 'a', view, run })
    expect(run).toHaveBeenCalledOnce()
  })

  test('behavior: an instant answer shows no waiting view', async () => {
    const scope = openScope()
    expect(await askWallet(scope, { key: 'a', view, run: async () => {} })).toBe('done')
    expect(currentView(scope.router.store.getState()).name).toBe('connect')
    expect(getAttempt(scope.kit, 'a')).toBeUndefined()
  })

  test('behavior: after 50 ms the waiting view takes over the open question', async () => {
    vi.useFakeTimers()
    const scope = openScope()
    const asked = askWallet(scope, { key: 'a', view, run: () => new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(49)
    expect(currentView(scope.router.store.getState()).name).toBe('connect')
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toBe('shown')
    expect(currentView(scope.router.store.getState())).toBe(view)
    expect(getAttempt(scope.kit, 'a')).toBeDefined()
    vi.useRealTimers()
  })

  test('error: an instant no is shown, and kept for the view', async () => {
    const scope = openScope()
    const no = new Error('no')
    await askWallet(scope, { key: 'a', view, run: () => Promise.reject(no) })
    expect(currentView(scope.router.store.getState())).toBe(view)
    await expect(getAttempt(scope.kit, 'a')).rejects.toBe(no)
  })

  test('behavior: who went elsewhere meanwhile stays there', async () => {
    const scope = openScope()
    const asked = askWallet(scope, { key: 'a', view, run: () => Promise.reject(new Error('no')) })
    scope.router.push({ name: 'what-is-a-wallet' })
    await asked
    expect(currentView(scope.router.store.getState()).name).toBe('what-is-a-wallet')
  })
})

function openScope(): KitScope {
  const router = createRouter()
  router.open({ name: 'connect' })
  return { kit: {} as Kit, router } as KitScope
}
