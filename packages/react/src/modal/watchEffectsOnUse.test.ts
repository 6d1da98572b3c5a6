// @vitest-environment jsdom

import { connect, switchNetwork } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KitScope } from '../kit/KitContext.ts'
import { sepolia } from '../networks.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'
import { createTheme } from '../theme.ts'
import { createRouter } from './router.ts'
import { watchEffectsOnUse } from './watchEffectsOnUse.ts'

installBrowserMethods()

const stops: (() => void)[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const stop of stops.splice(0)) stop()
})

function setup(options: Parameters<typeof testKit>[0] = {}) {
  const { kit } = testKit(options)
  stops.push(() => kit.destroy())
  const logged: string[] = []
  kit.logger.error = (...values) => logged.push(values.join(' ').trim())
  const scope: KitScope = { kit, router: createRouter(), theme: createTheme({}) }
  watchEffectsOnUse(scope)
  return { kit, scope, logged }
}

describe('watchEffectsOnUse', () => {
  test('behavior: an alert is logged before the modal opens, without a request', async () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const { logged } = setup({ projectId: '', gatewayUrl: 'https://gateway.test' })
    await vi.waitFor(() =>
      expect(logged).toEqual([
        'Project ID Not Configured: Pass a projectId to createAppKit.\n\nCode: project-id-not-configured\nDocs: /errors/project-id-not-configured',
      ]),
    )
    expect(fetched).not.toHaveBeenCalled()
  })

  test('behavior: alerts are logged once, also those from before', async () => {
    const { kit, scope, logged } = setup({ projectId: '' })
    await vi.waitFor(() => expect(logged).toHaveLength(1))
    scope.router.open({ name: 'connect' })
    kit.store.setState({ gatewayReachable: false })
    kit.store.setState({ alert: { id: 'invalid-app-configuration', detail: 'https://app.test' } })
    kit.store.setState({ alert: { id: 'invalid-app-configuration', detail: 'https://app.test' } })
    kit.store.setState({ alert: { id: 'invalid-app-configuration', detail: 'https://other.test' } })
    await vi.waitFor(() => expect(logged).toHaveLength(3))
    expect(logged.map((entry) => entry.split('\n')[0])).toEqual([
      'Project ID Not Configured: Pass a projectId to createAppKit.',
      'Invalid App Configuration: Add this origin to the project’s allowlist. https://app.test',
      'Invalid App Configuration: Add this origin to the project’s allowlist. https://other.test',
    ])
    expect(logged[1]).toContain('Docs: /errors/invalid-app-configuration')
  })

  test('behavior: a later alert is logged before the modal opens', async () => {
    const { kit, logged } = setup()
    await switchNetwork(kit, { network: sepolia }).catch(() => {})
    await vi.waitFor(() => expect(logged).toHaveLength(1))
    expect(logged[0]).toMatch(/^Network Not Found: /)
  })

  test('behavior: effects start once the opened modal is painted', async () => {
    const frames: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
    const { kit, scope } = setup()
    const isOpen = () => scope.router.store.getState().open
    scope.router.open({ name: 'connect' })
    await vi.waitFor(() => expect(frames).not.toHaveLength(0))
    await connect(kit, { connectorId: 'dev.fake' })
    await vi.dynamicImportSettled()
    expect(isOpen()).toBe(true)
    for (const run of frames.splice(0)) run()
    await vi.waitFor(() => expect(isOpen()).toBe(false))
  })
})
