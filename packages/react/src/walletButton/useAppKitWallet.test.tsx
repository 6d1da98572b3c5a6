// @vitest-environment jsdom
import { fakeNamespace, fakeWallet, memoryStorage } from '@portico/core/testing'
import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAppKit } from '../createAppKit.ts'
import { mainnet } from '../networks.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'
import { useAppKitWallet } from './useAppKitWallet.ts'

installBrowserMethods()

test('behavior: legalCheckbox asks in the modal before the window of a social login opens', async () => {
  const open = vi.fn()
  vi.stubGlobal('open', open)
  const { scope, close } = createAppKit({
    projectId: 'test',
    networks: [mainnet],
    adapters: [{ namespace: fakeNamespace([fakeWallet()]).namespace }],
    storage: memoryStorage(),
    logLevel: 'silent',
    gatewayUrl: 'https://gateway.test',
    walletUrl: 'https://wallet.test',
    features: { legalCheckbox: true },
    termsConditionsUrl: 'https://app.test/terms',
  })
  onTestFinished(() => {
    scope.kit.destroy()
    vi.unstubAllGlobals()
  })
  const { result } = renderHook(() => useAppKitWallet())
  let settled: Promise<unknown> | undefined
  act(() => {
    settled = result.current.connect('google').catch((error: unknown) => error)
  })
  await vi.waitFor(() => {
    const root = document.querySelector('dialog > div')?.shadowRoot
    expect(root?.querySelector('[data-testid=w3m-legal-checkbox]')).toBeTruthy()
  }, 10_000)
  expect(open).not.toHaveBeenCalled()
  await act(() => close())
  expect(await act(async () => settled)).toMatchObject({ code: 'modal-closed' })
})
