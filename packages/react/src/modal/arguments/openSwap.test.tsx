// @vitest-environment jsdom
import { connect } from '@portico/core'
import { fakeNamespace, fakeWallet, testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { installBrowserMethods } from '../../testing/installBrowserMethods.ts'
import { createTheme } from '../../theme.ts'
import { openRequested } from '../openRequested.ts'
import { createRouter, currentView } from '../router.ts'

installBrowserMethods()
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

async function open(given: object, { canSwap = true } = {}) {
  vi.stubGlobal('fetch', async () => Response.json({}))
  const { namespace } = fakeNamespace([fakeWallet()])
  const adapter = { namespace: { ...namespace, ...(canSwap ? { swaps: async () => ({}) as never } : {}) } }
  const { kit } = testKit({ adapters: [adapter], gatewayUrl: 'https://gateway.test' })
  stops.push(() => kit.destroy())
  await connect(kit, { connectorId: 'dev.fake' })
  const router = createRouter()
  const scope = { kit, router, theme: createTheme({}) }
  await openRequested(scope, { view: 'Swap', arguments: given })
  return { draft: kit.store.getState().money?.swapDraft, view: currentView(router.store.getState()).name }
}

describe('openSwap', () => {
  test('behavior: fills in the form', async () => {
    const { draft, view } = await open({ amount: 1.5, fromToken: 'ETH', toToken: 'DUSD' })
    expect(view).toBe('swap')
    expect(draft).toMatchObject({ amount: '1.5', slippage: 100, asked: { from: 'ETH', to: 'DUSD' } })
    expect((await open({})).draft).toMatchObject({ amount: '', asked: {} })
  })

  test.each([{ amount: '1e5' }, { amount: {} }, { fromToken: 'x'.repeat(121) }])(
    'error: %o is refused',
    async (given) => {
      await expect(open(given)).rejects.toMatchObject({ code: 'view-arguments' })
    },
  )

  test('error: a network without swaps', async () => {
    await expect(open({ amount: '1' }, { canSwap: false })).rejects.toMatchObject({ code: 'view-arguments' })
  })
})
