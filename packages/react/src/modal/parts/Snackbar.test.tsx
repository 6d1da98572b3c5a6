// @vitest-environment jsdom
import { testKit } from '@portico/core/testing'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../copy.ts'
import { KitContext } from '../../kit/KitContext.ts'
import { createTheme } from '../../theme.ts'
import { createRouter } from '../router.ts'
import { Snackbar } from './Snackbar.tsx'

const stops: (() => void)[] = []
beforeAll(loadViewCopy)
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

function show() {
  const { kit } = testKit()
  stops.push(() => kit.destroy())
  const router = createRouter()
  render(
    <KitContext value={{ kit, router, theme: createTheme({}) }}>
      <Snackbar />
    </KitContext>,
  )
  return router
}

/** Returns what screen readers see of the message, which is visible at once. */
const announced = () => {
  const message = screen.getByTestId('wui-snackbar-message')
  return message.closest('[aria-hidden=true]') ? '' : message.textContent
}

describe('Snackbar', () => {
  test('behavior: a wait is announced after a second', () => {
    const router = show()
    act(() => router.showSnack({ kind: 'loading', text: 'sign.busy' }))
    expect(screen.getByText('Authenticating...')).toBeDefined()
    expect(announced()).toBe('')
    act(() => void vi.advanceTimersByTime(999))
    expect(announced()).toBe('')
    act(() => void vi.advanceTimersByTime(1))
    expect(announced()).toBe('Authenticating...')
  })

  test.each(['success', 'error'] as const)(
    'behavior: a message of the kind %s is announced at once',
    (kind) => {
      const router = show()
      act(() => router.showSnack({ kind, text: 'Saved.' }))
      expect(announced()).toBe('Saved.')
    },
  )
})
