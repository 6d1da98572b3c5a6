// @vitest-environment jsdom
import { connect } from '@portico/core'
import { ada, bob, fakeNamespace, fakeWallet, memoryStorage, testKit } from '@portico/core/testing'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import type { FunctionComponent } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createInstance } from '../appKit.ts'
import { AccountButton } from '../buttons/AccountButton.tsx'
import { setDefaultAppKit } from '../defaultKit.ts'
import { KitContext } from '../kit/KitContext.ts'
import { createRouter } from '../modal/router.ts'
import { AccountView } from '../modal/views/account/AccountView.tsx'
import { AccountSettingsView } from '../modal/views/account-settings/AccountSettingsView.tsx'
import { ProfileWalletsView } from '../modal/views/profile-wallets/ProfileWalletsView.tsx'
import { ReceiveView } from '../modal/views/receive/ReceiveView.tsx'
import { SignMessageView } from '../modal/views/sign-message/SignMessageView.tsx'
import { createTheme } from '../theme.ts'

const gatewayUrl = 'https://gateway.example/base'
const avatar = '/v1/image?url=a&sig=b'
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

type Names = Record<string, { name: string | null; avatar?: string | null } | 'never'>

async function show(
  View: FunctionComponent,
  {
    names,
    storage,
    ...options
  }: { names: Names; storage?: ReturnType<typeof memoryStorage> | undefined; gatewayUrl?: undefined },
) {
  const requests: string[] = []
  vi.stubGlobal('fetch', (input: unknown) => {
    const address = /\/v1\/identity\/(0x\w+)/.exec(String(input))?.[1]
    if (!address) return new Promise(() => {})
    requests.push(address)
    const answer = names[address] ?? 'never'
    if (answer === 'never') return new Promise(() => {})
    return Promise.resolve(Response.json({ avatar: null, resolvedAt: '2027-01-15T08:00:00Z', ...answer }))
  })
  const wallet = fakeWallet()
  const namespace = { ...fakeNamespace([wallet]).namespace, hasNames: true }
  const { kit } = testKit({ gatewayUrl, adapters: [{ namespace }], ...(storage && { storage }), ...options })
  stops.push(() => kit.destroy())
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  setDefaultAppKit(createInstance(scope))
  await connect(kit, { connectorId: wallet.id })
  const { container } = render(
    <KitContext value={scope}>
      <View />
    </KitContext>,
  )
  const roots = () => [container, ...[...container.querySelectorAll('*')].flatMap((e) => e.shadowRoot ?? [])]
  return {
    kit,
    wallet,
    requests,
    text: () =>
      roots()
        .map((root) => root.textContent)
        .join(' '),
    images: () =>
      roots().flatMap((root) =>
        [...root.querySelectorAll<HTMLImageElement>('.avatar img')].map(({ src }) => src),
      ),
    titles: () =>
      roots().flatMap((root) => [...root.querySelectorAll<HTMLElement>('[title]')].map(({ title }) => title)),
  }
}

const Button = () => <AccountButton />

describe('useIdentity', () => {
  test.each([
    ['account button', Button],
    ['account', AccountView],
    ['settings', AccountSettingsView],
    ['connected wallets', ProfileWalletsView],
  ])('behavior: name and avatar are shown: %s', async (_, View) => {
    const shown = await show(View, { names: { [ada]: { name: 'ada.test', avatar } } })
    expect(shown.text()).toContain('0x00…0000Ad')
    await waitFor(() => expect(shown.text()).toContain('ada.test'))
    expect(shown.images()).toEqual([`${gatewayUrl}${avatar}`])
    expect(shown.requests).toEqual([ada])
  })

  test('behavior: name and avatar are shown: sign-in, beside the address that signs', async () => {
    const shown = await show(SignMessageView, { names: { [ada]: { name: 'ada.test', avatar } } })
    act(() =>
      shown.kit.store.setState({
        signIn: { status: 'needed', required: false, address: ada, networkId: 'eip155:1' },
      }),
    )
    await waitFor(() => expect(shown.text()).toContain('ada.test0x00…0000Ad'))
    expect(shown.images()).toEqual([`${gatewayUrl}${avatar}`])
    expect(shown.titles()).toContain(ada)
  })

  test('behavior: name and avatar are shown with the full address: receive', async () => {
    const shown = await show(ReceiveView, { names: { [ada]: { name: 'ada.test', avatar } } })
    expect(shown.text()).toContain(ada)
    await waitFor(() => expect(shown.text()).toContain(`ada.test${ada}`))
    expect(shown.images()).toEqual([`${gatewayUrl}${avatar}`])
    expect(shown.requests).toEqual([ada])
  })

  test('behavior: the full address is the tooltip of the name', async () => {
    const shown = await show(Button, { names: { [ada]: { name: 'ada.test' } } })
    await waitFor(() => expect(shown.text()).toContain('ada.test'))
    expect(shown.titles()).toEqual([ada])
  })

  test('behavior: an image on another host is not loaded', async () => {
    const shown = await show(Button, {
      names: { [ada]: { name: 'ada.test', avatar: 'https://other.example/a.png' } },
    })
    await waitFor(() => expect(shown.text()).toContain('ada.test'))
    expect(shown.images()).toEqual([])
  })

  test('behavior: the name of an account is never shown for the next one', async () => {
    const shown = await show(Button, { names: { [ada]: { name: 'ada.test', avatar }, [bob]: 'never' } })
    await waitFor(() => expect(shown.text()).toContain('ada.test'))
    act(() => shown.wallet.emit({ type: 'accounts', accounts: [{ address: bob, type: 'eoa' }] }))
    expect(shown.text()).toContain('0x00…000b0b')
    expect(shown.text()).not.toContain('ada.test')
    expect(shown.images()).toEqual([])
  })

  test('behavior: the name of the last visit is there at once', async () => {
    const value = { name: 'ada.test', avatar, resolvedAt: '2027-01-15T08:00:00Z' }
    const entries = { [ada.toLowerCase()]: { timestamp: Date.now() - 1000, value } }
    const storage = memoryStorage({ '@appkit/identity_cache': JSON.stringify(entries) })
    const shown = await show(Button, { names: {}, storage })
    expect(shown.text()).toContain('ada.test')
    expect(shown.images()).toEqual([`${gatewayUrl}${avatar}`])
  })

  test('behavior: without a gateway there are no requests', async () => {
    const shown = await show(Button, { names: {}, gatewayUrl: undefined })
    expect(shown.text()).toContain('0x00…0000Ad')
    expect(shown.requests).toEqual([])
  })
})
