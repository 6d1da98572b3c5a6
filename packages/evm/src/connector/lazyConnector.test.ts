import type { ConnectorEvent } from '@portico/core'
import { createEvmWallet } from '@portico/testkit'
import { describe, expect, test } from 'vitest'
import { lazyConnector } from './lazyConnector.ts'

const make = () => {
  const wallet = createEvmWallet({ chains: [{ chainId: 31337 }, { chainId: 31338 }] })
  const details = { id: 'dev.portico.wallet', name: 'Dev Wallet', type: 'ANNOUNCED' as const }
  return { wallet, connector: lazyConnector({ ...details, provider: wallet.provider }) }
}

describe('lazyConnector', () => {
  test('behavior: lists at once, asks once it is used', async () => {
    const { wallet, connector } = make()
    expect(connector).toMatchObject({ id: 'dev.portico.wallet', namespace: 'eip155' })
    expect(connector.getProvider()).toBe(wallet.provider)
    const { accounts, networkId } = await connector.connect({ silent: false })
    expect(accounts.map(({ address }) => address)).toEqual(wallet.accounts)
    expect(networkId).toBe('eip155:31337')
    expect(connector.getProvider()).not.toBe(wallet.provider)
    expect(await connector.signMessage({ message: 'hi', address: wallet.accounts[0] ?? '' })).toMatch(/^0x/)
  })

  test('behavior: whoever subscribes before the code is there hears, and stops hearing', async () => {
    const { wallet, connector } = make()
    const heard: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => heard.push(event))
    const stopAtOnce = connector.subscribe(() =>
      expect.unreachable('unsubscribed before anything was loaded'),
    )
    stopAtOnce()
    await connector.connect({ silent: false })
    wallet.switchChain(31338)
    await expect.poll(() => heard).toContainEqual({ type: 'network', networkId: 'eip155:31338' })
    stop()
    const before = heard.length
    wallet.switchChain(31337)
    await connector.connect({ silent: true })
    expect(heard).toHaveLength(before)
  })
})
