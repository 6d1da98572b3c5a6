// @vitest-environment jsdom
import { connect, getConnector } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KitScope } from '../kit/KitContext.ts'
import { createRouter, currentView } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { showCalls } from './showCalls.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Shows calls whose wallet gives these answers, one each time it is asked. */
async function show(answers: unknown[]) {
  const { kit } = testKit()
  await connect(kit, { connectorId: 'dev.fake' })
  vi.useFakeTimers()
  const asked: unknown[] = []
  const connector = getConnector(kit, 'eip155')
  if (!connector) throw new Error('The kit is connected.')
  connector.getProvider = () => ({
    async request(call: unknown) {
      asked.push(call)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  const scope: KitScope = { kit, router: createRouter(), theme: createTheme({}) }
  const modal = () => scope.router.store.getState()
  const ended = showCalls(scope, '0x01')
  return { kit, scope, modal, asked, ended }
}

describe('showCalls', () => {
  test('behavior: shows the activity, and the state until the calls have ended', async () => {
    const { modal, ended, asked } = await show([{ status: 100 }, new Error('No network.'), { status: 200 }])
    expect(currentView(modal())).toEqual({ name: 'account', tab: 'activity' })
    expect(modal().snack).toBeUndefined()
    await vi.advanceTimersByTimeAsync(300)
    expect(modal().snack).toMatchObject({ kind: 'loading', text: 'calls.pending' })
    await vi.advanceTimersByTimeAsync(5_000)
    await ended
    expect(modal().snack).toMatchObject({ kind: 'success', text: 'calls.done' })
    expect(asked).toHaveLength(3)
  })

  test.each([
    [{ status: 400 }, 'calls.failed'],
    [{ status: 500 }, 'calls.failed'],
    [{ status: 'CONFIRMED', receipts: [{ status: '0x1' }] }, 'calls.done'],
    [{ status: 'CONFIRMED', receipts: [{ status: '0x0' }] }, 'calls.failed'],
    [{ status: 'CONFIRMED', receipts: [] }, 'calls.failed'],
  ])('behavior: %j', async (answer, text) => {
    const { modal, ended } = await show([answer])
    await vi.advanceTimersByTimeAsync(300)
    await ended
    expect(modal().snack?.text).toBe(text)
  })

  test('behavior: nothing is asked or shown once the modal is closed, or shows something else', async () => {
    for (const leave of ['close', 'open'] as const) {
      const { scope, modal, asked, ended } = await show([{ status: 100 }])
      await vi.advanceTimersByTimeAsync(300)
      if (leave === 'close') scope.router.close()
      else scope.router.open({ name: 'networks' })
      scope.router.hideSnack()
      await vi.advanceTimersByTimeAsync(10_000)
      await ended
      expect([asked.length, modal().snack]).toEqual([1, undefined])
      vi.useRealTimers()
    }
  })
})
