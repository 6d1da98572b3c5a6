// @vitest-environment jsdom

import { ada, fakeNamespace, fakeWallet, memoryStorage } from '@portico/core/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAppKit } from '../createAppKit.ts'
import { mainnet } from '../networks.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'
import { connectByName } from './connectByName.ts'

installBrowserMethods()

test('behavior: legalCheckbox asks in the modal before the wallet, for an installed wallet too', async () => {
  const wallet = fakeWallet({ id: 'com.trust.app', name: 'Trust Wallet' })
  const { scope, isOpen } = createAppKit({
    projectId: 'test',
    networks: [mainnet],
    adapters: [{ namespace: fakeNamespace([wallet]).namespace }],
    storage: memoryStorage(),
    logLevel: 'silent',
    features: { legalCheckbox: true },
    termsConditionsUrl: 'https://app.test/terms',
  })
  onTestFinished(() => scope.kit.destroy())
  const connected = connectByName(scope, { wallet: 'trust' })
  const checkbox = await vi.waitFor(() => {
    const root = document.querySelector('dialog > div')?.shadowRoot
    const found = root?.querySelector<HTMLElement>('[data-testid=w3m-legal-checkbox]')
    if (!found) throw new Error('The checkbox is not shown yet.')
    return found
  }, 10_000)
  expect(wallet.calls).toEqual([])
  checkbox.click()
  expect(await connected).toMatchObject({ connectorId: 'com.trust.app', address: ada })
  await vi.waitFor(() => expect(isOpen()).toBe(false))
})
