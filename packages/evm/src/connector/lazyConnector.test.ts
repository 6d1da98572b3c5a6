import { createEvmWallet } from '@portico/testkit'
import { describe, expect, test } from 'vitest'
import { lazyConnector } from './lazyConnector.ts'

describe('lazyConnector', () => {
  test('behavior: has its details immediately, and sends requests when it is used', async () => {
    const wallet = createEvmWallet({ chains: [{ chainId: 31337 }] })
    const connector = lazyConnector({
      id: 'dev.portico.wallet',
      name: 'Dev Wallet',
      type: 'ANNOUNCED',
      provider: wallet.provider,
    })
    expect(connector).toMatchObject({ id: 'dev.portico.wallet', namespace: 'eip155' })
    expect(connector.getProvider()).toBe(wallet.provider)
    const { accounts, networkId } = await connector.connect({ silent: false })
    expect(accounts.map(({ address }) => address)).toEqual(wallet.accounts)
    expect(networkId).toBe('eip155:31337')
    expect(connector.getProvider()).not.toBe(wallet.provider)
    expect(await connector.signMessage({ message: 'hi', address: wallet.accounts[0] ?? '' })).toMatch(/^0x/)
  })
})
