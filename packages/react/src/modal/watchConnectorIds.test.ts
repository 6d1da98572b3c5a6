import { testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KitScope } from '../kit/KitContext.ts'
import { createTheme } from '../theme.ts'
import { createRouter } from './router.ts'
import { watchConnectorIds } from './watchConnectorIds.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const phantom = { id: 'a797', name: 'Phantom', homepage: 'https://phantom.example', order: 1 }

function start(options: Parameters<typeof testKit>[0] = {}) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: URL) => {
    requests.push(url.searchParams.get('names') ?? url.searchParams.get('rdns') ?? '')
    const data = url.searchParams.get('names')?.includes('Phantom') ? [phantom] : []
    return Response.json({ count: data.length, data })
  })
  const { kit } = testKit({ gatewayUrl: 'https://gateway.test', ...options })
  const scope: KitScope = { kit, router: createRouter(), theme: createTheme({}) }
  stops.push(watchConnectorIds(scope), () => kit.destroy())
  const announce = (name: string) =>
    kit.store.setState(({ connectors }) => ({
      connectors: [...connectors, { id: name, name, type: 'ANNOUNCED', namespace: 'solana' }],
    }))
  const idOf = (name: string) =>
    kit.store.getState().connectors.find((connector) => connector.name === name)?.explorerId
  return { kit, scope, requests, announce, idOf }
}

describe('watchConnectorIds', () => {
  test('behavior: identifies wallets while the modal is open, also those announced then', async () => {
    const { scope, requests, announce, idOf } = start({ excludeWalletIds: ['a797'], allWallets: 'HIDE' })
    announce('First')
    await vi.dynamicImportSettled()
    expect(requests).toEqual([])
    scope.router.open({ name: 'connect' })
    await vi.waitFor(() => expect(requests).toEqual(['First']))
    announce('Phantom')
    await vi.waitFor(() => expect(idOf('Phantom')).toBe('a797'))
    scope.router.close()
    announce('Another')
    await vi.dynamicImportSettled()
    expect(requests).toEqual(['First', 'First,Phantom'])
  })

  test('behavior: sends no request without such a list', async () => {
    const { scope, requests, announce } = start()
    scope.router.open({ name: 'connect' })
    announce('Phantom')
    await vi.dynamicImportSettled()
    expect(requests).toEqual([])
  })
})
