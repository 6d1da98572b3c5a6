// @vitest-environment jsdom

import { connect, type Namespace } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { toView } from './views.ts'

describe('toView', () => {
  test.each([
    ['Connect', 'connect', 'connect'],
    ['Account', 'connect', 'account'],
    ['AccountSettings', 'connect', 'account-settings'],
    ['SmartAccountSettings', 'connect', 'smart-account-settings'],
    ['Networks', 'networks', 'networks'],
    ['WhatIsAWallet', 'what-is-a-wallet', 'what-is-a-wallet'],
    ['WalletReceive', 'connect', 'receive'],
    ['WalletCompatibleNetworks', 'connect', 'compatible-networks'],
    ['WalletSend', 'connect', 'send'],
    ['WalletSendSelectToken', 'connect', 'send-token'],
    ['WalletSendPreview', 'connect', 'send-preview'],
    ['WalletSendConfirmed', 'connect', 'send'],
    ['UnsupportedChain', 'connect', 'unsupported-chain'],
    ['SIWXSignMessage', 'connect', 'sign-message'],
    ['WhatIsANetwork', 'what-is-a-network', 'what-is-a-network'],
    ['ProfileWallets', 'connect', 'profile-wallets'],
    ['ConnectSocials', 'connect-socials', 'connect-socials'],
    ['ConnectingWalletConnectBasic', 'connecting-wallet-connect-basic', 'connecting-wallet-connect-basic'],
    ['ApproveTransaction', undefined, undefined],
    ['OnRampProviders', 'connect', undefined],
    ['FundWallet', 'connect', 'fund'],
    ['WhatIsABuy', 'what-is-buying', 'what-is-buying'],
    // The wallets of this kit cannot swap.
    ['Swap', 'connect', undefined],
    ['SwapSelectToken', 'connect', undefined],
    ['SwapPreview', 'connect', undefined],
    ['toString', undefined, undefined],
    [undefined, undefined, undefined],
  ])('behavior: %s opens %s when disconnected, %s when connected', async (name, disconnected, connected) => {
    const { kit } = testKit({ walletConnect: { relayUrl: 'wss://relay.test' } })
    expect(toView(kit, name)?.name).toBe(disconnected)
    await connect(kit, { connectorId: 'dev.fake' })
    expect(toView(kit, name)?.name).toBe(connected)
    kit.destroy()
  })

  test.each<Parameters<typeof testKit>[0]>([
    { allWallets: 'HIDE' },
    { features: { allWallets: false } },
    { enableWallets: false },
  ])('param: %j shows Connect instead of all wallets', (options) => {
    const { kit } = testKit(options)
    expect(toView(kit, 'AllWallets')?.name).toBe('connect')
    kit.destroy()
  })

  test('param: without enableNetworkSwitch the networks do not open as the view of an unsupported one', async () => {
    const { kit } = testKit({ enableNetworkSwitch: false })
    await connect(kit, { connectorId: 'dev.fake' })
    expect(toView(kit, 'UnsupportedChain')).toBeUndefined()
    kit.destroy()
  })

  test('param: features.send false, or a namespace that cannot send: shows the account instead of Send', async () => {
    const { kit } = testKit({ features: { send: false } })
    await connect(kit, { connectorId: 'dev.fake' })
    expect(toView(kit, 'WalletSend')).toBeUndefined()
    kit.destroy()
    const { kit: other } = testKit()
    await connect(other, { connectorId: 'dev.fake' })
    const { transfers: _, ...namespace } = other.namespaces.get('eip155') as Namespace
    other.namespaces.set('eip155', namespace)
    expect(toView(other, 'WalletSend')).toBeUndefined()
    other.destroy()
  })

  test.each([
    ['OnRampProviders', 'buy'],
    ['OnRampTokenSelect', 'buy-token'],
    ['OnRampFiatSelect', 'buy-currency'],
    ['OnRampActivity', 'buy-activity'],
  ])('behavior: %s opens %s with a gateway, and nothing if buying is off', async (name, view) => {
    for (const [onramp, expected] of [
      [true, view],
      [false, undefined],
    ] as const) {
      const { kit } = testKit({ gatewayUrl: 'https://gateway.test', features: { onramp } })
      await connect(kit, { connectorId: 'dev.fake' })
      expect(toView(kit, name)?.name).toBe(expected)
      kit.destroy()
    }
  })

  test('behavior: without WalletConnect, its view opens Connect', () => {
    const { kit } = testKit()
    expect(toView(kit, 'ConnectingWalletConnectBasic')?.name).toBe('connect')
    kit.destroy()
  })
})
