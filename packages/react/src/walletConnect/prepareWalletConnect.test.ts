// @vitest-environment jsdom
import { removeAdapter } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { createRouter } from '../modal/router.ts'
import { base, mainnet, solana } from '../networks.ts'
import { createTheme } from '../theme.ts'
import { prepareWalletConnect } from './prepareWalletConnect.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const walletConnect = { relayUrl: 'wss://relay.test' }

async function start(options: Parameters<typeof testKit>[0]) {
  const { kit, fake } = testKit({ networks: [mainnet, base, solana], walletConnect, ...options })
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  const wc = await prepareWalletConnect(scope)
  stops.push(() => {
    wc?.destroy()
    kit.destroy()
  })
  const connectors = () =>
    kit.store
      .getState()
      .connectors.filter(({ id }) => id === 'walletConnect')
      .map(({ namespace }) => namespace)
  return { kit, fake, scope, connectors }
}

describe('prepareWalletConnect', () => {
  test('behavior: without adapters, adds the namespaces of the networks with their connectors', async () => {
    const { kit, connectors } = await start({ adapters: [] })
    expect([...kit.namespaces.keys()]).toEqual(['eip155', 'solana'])
    expect(connectors()).toEqual(['eip155', 'solana'])
    expect(kit.namespaces.get('solana')?.id).toBe('solana')
  })

  test('behavior: adapters are kept, and no namespace is added beside them', async () => {
    const { kit, fake, connectors } = await start({})
    expect([...kit.namespaces.values()]).toEqual([fake.namespace])
    expect(connectors()).toEqual(['eip155'])
  })

  test('behavior: a namespace that was removed is not added again', async () => {
    const { kit, scope, connectors } = await start({ adapters: [] })
    removeAdapter(kit, { namespace: 'solana' })
    await prepareWalletConnect(scope)
    expect([...kit.namespaces.keys()]).toEqual(['eip155'])
    expect(connectors()).toEqual(['eip155'])
  })

  test('behavior: without a relay nothing is added', async () => {
    const { kit, connectors } = await start({ adapters: [], walletConnect: undefined })
    expect([kit.namespaces.size, connectors()]).toEqual([0, []])
  })
})
