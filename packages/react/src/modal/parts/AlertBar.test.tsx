// @vitest-environment jsdom
import type { Alert } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { KitContext } from '../../kit/KitContext.ts'
import { createTheme } from '../../theme.ts'
import { createRouter } from '../router.ts'
import { AlertBar } from './AlertBar.tsx'

afterEach(cleanup)

function show(options: Parameters<typeof testKit>[0] = {}) {
  const { kit } = testKit(options)
  kit.destroy()
  render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <AlertBar />
    </KitContext>,
  )
  const raise = (alert: Alert) => act(() => kit.store.setState({ alert }))
  const title = () => screen.queryByTestId('wui-alertbar-text')?.textContent
  return { raise, title }
}

describe('AlertBar', () => {
  test('behavior: a missing project ID is shown at once', () => {
    expect(show({ projectId: '' }).title()).toBe('Project ID Not Configured')
    expect(screen.getByRole('alert').textContent).toContain('Pass a projectId to createAppKit.')
  })

  test.each([
    ['network-not-found', 'Network Not Found'],
    ['invalid-app-configuration', 'Invalid App Configuration'],
    ['socials-timeout', 'Invalid App Configuration'],
    ['session-expired', 'Session Expired'],
    ['invalid-project-id', 'Invalid Project ID'],
    ['project-id-not-configured', 'Project ID Not Configured'],
    ['switch-network-not-found', 'Network Not Found'],
  ] as const)('behavior: %s is shown as %s, with its detail', (id, expected) => {
    const { raise, title } = show()
    expect(title()).toBeUndefined()
    raise({ id, detail: 'https://app.test' })
    expect(title()).toBe(expected)
    expect(screen.getByRole('alert').textContent).toContain('https://app.test')
  })

  test('behavior: a dismissed alert stays hidden until the next one', () => {
    const { raise, title } = show()
    raise({ id: 'session-expired' })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(title()).toBeUndefined()
    raise({ id: 'session-expired' })
    expect(title()).toBe('Session Expired')
  })

  test('param: debug false shows no alerts', () => {
    const { raise, title } = show({ debug: false })
    raise({ id: 'session-expired' })
    expect(title()).toBeUndefined()
  })
})
