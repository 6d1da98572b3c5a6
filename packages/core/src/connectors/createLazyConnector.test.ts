import { describe, expect, test } from 'vitest'
import { ada, bob, deferred, fakeWallet } from '../testing/index.ts'
import type { Connector, ConnectorEvent } from './connector.ts'
import { createLazyConnector } from './createLazyConnector.ts'

const details = { id: 'dev.fake', name: 'Fake', type: 'ANNOUNCED', namespace: 'eip155' } as const

const accounts = (address: string): ConnectorEvent => ({
  type: 'accounts',
  accounts: [{ address, type: 'eoa' }],
})

function make() {
  const wallet = fakeWallet()
  const code = deferred<Connector>()
  let loads = 0
  const connector = createLazyConnector({
    details,
    provider: 'as found',
    load: () => {
      loads++
      return code.promise
    },
  })
  return { wallet, connector, arrive: () => code.resolve(wallet.connector), loads: () => loads }
}

describe('createLazyConnector', () => {
  test('behavior: has its details without loading the code, which is loaded once', async () => {
    const { wallet, connector, arrive, loads } = make()
    expect(connector).toMatchObject(details)
    expect(connector.getProvider()).toBe('as found')
    expect(loads()).toBe(0)
    const connecting = connector.connect({ silent: false })
    const signing = connector.signMessage({ message: 'hi', address: ada })
    arrive()
    expect((await connecting).accounts).toEqual([{ address: ada, type: 'eoa' }])
    expect(await signing).toBe('0x2')
    await connector.disconnect()
    expect(wallet.calls).toEqual(['connect', 'sign', 'disconnect'])
    expect(connector.getProvider()).toBe(wallet)
    expect(loads()).toBe(1)
  })

  test('behavior: a subscription made before the code is loaded works and can be cancelled', async () => {
    const { wallet, connector, arrive } = make()
    const events: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => events.push(event))
    connector.subscribe(() => expect.unreachable('unsubscribed before anything was loaded'))()
    arrive()
    await connector.connect({ silent: true })
    wallet.emit(accounts(bob))
    stop()
    wallet.emit(accounts(ada))
    expect(events).toEqual([accounts(bob)])
    expect(wallet.listenerCount).toBe(0)
  })

  test('error: loading is retried after a failure', async () => {
    const wallet = fakeWallet()
    let isOnline = false
    const connector = createLazyConnector({
      details,
      load: async () => {
        if (!isOnline) throw new TypeError('Failed to fetch')
        return wallet.connector
      },
    })
    const stop = connector.subscribe(() => expect.unreachable('no event was emitted'))
    await expect(connector.connect({ silent: false })).rejects.toThrow('Failed to fetch')
    isOnline = true
    expect((await connector.connect({ silent: false })).networkId).toBe('eip155:1')
    stop()
  })
})
