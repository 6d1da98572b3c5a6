// @vitest-environment jsdom
import type { Alert } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { KitContext } from '../../kit/KitContext.ts'
import { createTheme } from '../../theme.ts'
import { createRouter } from '../router.ts'
import { AlertBar } from './AlertBar.tsx'

afterEach(cleanup)

async function show(options: Parameters<typeof testKit>[0] = {}) {
  const { kit } = testKit(options)
  kit.destroy()
  render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <AlertBar />
    </KitContext>,
  )
  // The message and its texts are loaded with the first alert.
  const settle = () => act(() => vi.dynamicImportSettled())
  const raise = (alert: Alert) => {
    act(() => kit.store.setState({ alert }))
    return settle()
  }
  const title = () => screen.queryByTestId('wui-alertbar-text')?.textContent
  await settle()
  return { raise, title }
}

describe('AlertBar', () => {
  test('behavior: a missing project ID is shown at once', async () => {
    expect((await show({ projectId: '' })).title()).toBe('Project ID Not Configured')
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
    ['multi-wallet-not-enabled', 'Multi-Wallet Not Enabled'],
    ['headless-not-enabled', 'Headless Not Enabled'],
  ] as const)('behavior: %s is shown as %s, with its detail', async (id, expected) => {
    const { raise, title } = await show()
    expect(title()).toBeUndefined()
    await raise({ id, detail: 'https://app.test' })
    expect(title()).toBe(expected)
    expect(screen.getByRole('alert').textContent).toContain('https://app.test')
  })

  test('behavior: a dismissed alert stays hidden until the next one', async () => {
    const { raise, title } = await show()
    await raise({ id: 'session-expired' })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(title()).toBeUndefined()
    await raise({ id: 'session-expired' })
    expect(title()).toBe('Session Expired')
  })

  test('param: debug false shows no alerts', async () => {
    const { raise, title } = await show({ debug: false })
    await raise({ id: 'session-expired' })
    expect(title()).toBeUndefined()
  })
})
