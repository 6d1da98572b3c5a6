import { describe, expect, test } from 'vitest'
import { createRouter, currentView } from './router.ts'

const names = (router: ReturnType<typeof createRouter>) =>
  router.store.getState().stack.map(({ name }) => name)

describe('createRouter', () => {
  test('behavior: push, back, replace and reset', () => {
    const router = createRouter()
    router.open({ name: 'account' })
    router.push({ name: 'account-settings' })
    router.push({ name: 'networks' })
    expect(names(router)).toEqual(['account', 'account-settings', 'networks'])
    expect(router.store.getState().direction).toBe('forward')
    expect(router.back()).toBe(true)
    expect(router.store.getState().direction).toBe('back')
    router.replace({ name: 'receive' })
    expect(names(router)).toEqual(['account', 'receive'])
    router.reset({ name: 'connect' })
    expect(names(router)).toEqual(['connect'])
    expect(router.back()).toBe(false)
    router.replace({ name: 'what-is-a-wallet' })
    expect(names(router)).toEqual(['what-is-a-wallet'])
    expect(currentView(router.store.getState()).name).toBe('what-is-a-wallet')
  })

  test('behavior: closing removes the snack; each snack has a new ID', () => {
    const router = createRouter()
    router.open({ name: 'connect' })
    router.showSnack({ kind: 'error', text: 'a' })
    const first = router.store.getState().snack?.id
    router.showSnack({ kind: 'error', text: 'a' })
    expect(router.store.getState().snack?.id).not.toBe(first)
    router.close()
    expect(router.store.getState()).toMatchObject({ open: false, snack: undefined })
  })
})
