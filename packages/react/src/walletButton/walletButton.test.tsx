// @vitest-environment jsdom

import { type Connector, connect, MissingAppKitError } from '@portico/core'
import type { EmbeddedState } from '@portico/core/embedded'
import { addConnectors } from '@portico/core/internal'
import { ada, bob, deferred, fakeNamespace, fakeWallet, memoryStorage } from '@portico/core/testing'
import { RpcError } from '@portico/protocol'
import type { WalletConnect } from '@portico/walletconnect'
import { act, cleanup, configure, fireEvent, render, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAppKit } from '../createAppKit.ts'
import { getDefaultAppKit, setDefaultAppKit } from '../defaultKit.ts'
import { loadEmbedded } from '../embedded/loadEmbedded.ts'
import { currentView } from '../modal/router.ts'
import { mainnet, solana } from '../networks.ts'
import type { AppKitOptions } from '../options.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'
import {
  AppKitWalletButton,
  createAppKitWalletButton,
  type UseAppKitWalletParameters,
  useAppKitUpdateEmail,
  useAppKitWallet,
} from '../walletButton.ts'
import { startWalletConnect } from '../walletConnect/startWalletConnect.ts'

vi.mock('../walletConnect/startWalletConnect.ts')
vi.mock('../embedded/loadEmbedded.ts')
installBrowserMethods()
configure({ asyncUtilTimeout: 15_000 })

const rainbow = {
  ...{ id: 'a1', name: 'Rainbow', homepage: 'https://rainbow.test', order: 1 },
  ...{ rdns: 'me.rainbow', mobile_link: 'rainbow://' },
}
/** The wallets that the gateway's list was asked for. */
const included = () =>
  vi
    .mocked(fetch)
    .mock.calls.map(([input]) => new URL(String(input)))
    .filter(({ pathname }) => pathname.endsWith('/getWallets'))
    .map(({ searchParams }) => searchParams.get('include'))

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: unknown) => {
      const isRainbow = new URL(String(input)).searchParams.get('include')?.startsWith('rainbow')
      return Response.json(isRainbow ? { count: 1, data: [rainbow] } : { count: 0, data: [] })
    }),
  )
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  getDefaultAppKit()?.scope.kit.destroy()
  setDefaultAppKit(undefined)
  vi.unstubAllGlobals()
})

function setup(
  options: Partial<AppKitOptions> = {},
  wallets = [fakeWallet({ id: 'com.trust.app', name: 'Trust Wallet' })],
) {
  const appKit = createAppKit({
    projectId: 'test',
    networks: [mainnet],
    adapters: [{ namespace: fakeNamespace(wallets).namespace }],
    storage: memoryStorage(),
    logLevel: 'silent',
    gatewayUrl: 'https://gateway.test',
    ...options,
  })
  const [wallet] = wallets
  if (!wallet) throw new Error('A test needs a wallet.')
  const { kit, router } = appKit.scope
  return { appKit, kit, wallet, view: () => currentView(router.store.getState()) }
}

/** Adds a connector that connects at once. */
function addConnector(details: Pick<Connector, 'id' | 'name' | 'type'>): void {
  const { kit } = getDefaultAppKit()?.scope ?? {}
  if (!kit) throw new Error('There is no kit.')
  addConnectors(kit, [
    {
      ...{ ...details, namespace: 'eip155' },
      connect: async () => ({ accounts: [{ address: bob, type: 'eoa' }], networkId: 'eip155:1' }),
      disconnect: async () => {},
      switchNetwork: async () => {},
      signMessage: async () => '0x',
      getProvider: () => undefined,
      subscribe: () => () => {},
    },
  ])
}

const renderWallet = (parameters?: UseAppKitWalletParameters) =>
  renderHook(() => useAppKitWallet(parameters)).result

/** Starts a request in a hook; `settled` is its outcome. */
async function start(request: () => Promise<void>): Promise<{ settled: Promise<unknown> }> {
  let settled: Promise<unknown> = Promise.resolve()
  await act(async () => {
    settled = request().then(
      () => 'done',
      (error: unknown) => error,
    )
  })
  return { settled }
}

/** Waits outside of `act`, which would hold back what the modal renders. */
async function finished(settled: Promise<unknown>): Promise<unknown> {
  const outcome = await settled
  await act(async () => {})
  return outcome
}

describe('every hook', () => {
  test.each([useAppKitWallet, useAppKitUpdateEmail])('error: throws before createAppKit', (hook) => {
    expect(() => renderHook(() => hook())).toThrow('Please call createAppKit before using a hook')
  })
})

describe('useAppKitWallet', () => {
  test('behavior: connects an installed wallet by its slug, without the modal', async () => {
    const { appKit, wallet } = setup()
    const onSuccess = vi.fn()
    const result = renderWallet({ onSuccess })
    expect(result.current).toMatchObject({
      isReady: true,
      isPending: false,
      isSuccess: false,
      isError: false,
    })
    const approval = deferred()
    wallet.connect = () => approval.promise
    const { settled } = await start(() => result.current.connect('trust'))
    await waitFor(() => expect(wallet.calls).toEqual(['connect']))
    expect(result.current).toMatchObject({ isPending: true, data: undefined })
    expect(appKit.isOpen()).toBe(false)
    approval.resolve()
    await finished(settled)
    const data = { chainNamespace: 'eip155', chainId: '1', address: ada }
    expect(result.current).toMatchObject({ data, error: undefined, isPending: false, isSuccess: true })
    expect(onSuccess.mock.calls).toEqual([[data]])
    expect(appKit.getAddress()).toBe(ada)
    expect(included()).toEqual([])
  })

  test.each(['trust-wallet', 'com.trust.app'])('behavior: %s is the same wallet', async (name) => {
    const { appKit } = setup()
    const result = renderWallet()
    await act(() => result.current.connect(name))
    expect(appKit.getAddress()).toBe(ada)
  })

  test('param: namespace', async () => {
    const poly = { id: 'app.poly', name: 'Poly' }
    const both = [fakeWallet(poly), fakeWallet({ ...poly, namespace: 'solana' })]
    const adapters = both.map((wallet) => ({ namespace: fakeNamespace([wallet]).namespace }))
    const { appKit } = setup({ adapters, networks: [mainnet, solana] })
    const result = renderWallet({ namespace: 'solana' })
    await act(() => result.current.connect('poly'))
    expect(result.current.data?.chainNamespace).toBe('solana')
    expect(appKit.getAddress('eip155')).toBeUndefined()
  })

  test('error: an unknown wallet', async () => {
    setup()
    const onError = vi.fn()
    const result = renderWallet({ onError })
    const { settled } = await start(() => result.current.connect('nonesuch'))
    const error = await finished(settled)
    expect(error).toMatchObject({ code: 'wallet-not-found' })
    expect(included()).toEqual(['nonesuch,nonesuch-wallet'])
    expect(result.current).toMatchObject({ error, isError: true, isPending: false, data: undefined })
    expect(onError.mock.calls).toEqual([[error]])
  })

  test('error: an unknown wallet without a gateway', async () => {
    setup({ gatewayUrl: undefined })
    const result = renderWallet()
    await expect(act(() => result.current.connect('nonesuch'))).rejects.toThrow('gatewayUrl')
    expect(included()).toEqual([])
  })

  test('error: the visitor rejects, and the next attempt starts anew', async () => {
    const { wallet } = setup()
    const result = renderWallet()
    wallet.connect = async () => {
      throw new RpcError({ rpcCode: 4001, message: 'User rejected the request.' })
    }
    const { settled } = await start(() => result.current.connect('trust'))
    expect(await finished(settled)).toMatchObject({ rpcCode: 4001 })
    expect(result.current).toMatchObject({ isError: true, isSuccess: false })
    wallet.connect = undefined
    await act(() => result.current.connect('trust'))
    expect(result.current).toMatchObject({ isError: false, error: undefined, isSuccess: true })
  })

  test('behavior: a newer attempt supersedes an older one, whose failure is not reported', async () => {
    const { wallet } = setup()
    const onError = vi.fn()
    const result = renderWallet({ onError })
    const approval = deferred()
    wallet.connect = () => approval.promise
    const { settled } = await start(() => result.current.connect('trust'))
    await waitFor(() => expect(wallet.calls).toEqual(['connect']))
    wallet.connect = undefined
    await act(() => result.current.connect('trust'))
    approval.resolve()
    expect(await finished(settled)).toMatchObject({ code: 'connection-abandoned' })
    expect(result.current).toMatchObject({ isSuccess: true, error: undefined })
    expect(onError).not.toHaveBeenCalled()
  })

  test.each<[string, string, Partial<AppKitOptions>]>([
    [
      'farcaster',
      'The gateway’s operator has not set up this provider.',
      { walletUrl: 'https://wallet.test' },
    ],
    ['google', 'Social logins need `walletUrl`', {}],
    ['x', 'The gateway’s operator has not set up this provider.', { walletUrl: 'https://wallet.test' }],
    ['google', 'Social logins need', { walletUrl: 'https://wallet.test', features: { socials: ['x'] } }],
  ])('error: there is no login with %s: %s', async (name, reason, options) => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    const { appKit, kit } = setup(options)
    kit.store.setState({ offeredSocials: ['google'] })
    const result = renderWallet()
    const { settled } = await start(() => result.current.connect(name))
    const failure = await finished(settled)
    expect(failure).toMatchObject({ code: 'connect-method-unavailable' })
    expect((failure as Error).message).toContain(reason)
    expect(appKit.isOpen()).toBe(false)
    expect(open).not.toHaveBeenCalled()
  })

  test.each([
    ['email', 'walletUrl'],
    ['walletConnect', 'walletConnect'],
  ])('error: %s needs its option', async (name, option) => {
    setup()
    const result = renderWallet()
    await expect(act(() => result.current.connect(name))).rejects.toThrow(option)
  })

  test('behavior: email shows the e-mail field alone, and resolves when the visitor is logged in', async () => {
    const { appKit, kit, view } = setup({ walletUrl: 'https://wallet.test' })
    const logIn = vi.fn(async (_email: string) => {
      addConnector({ id: 'ID_AUTH', name: 'Email', type: 'AUTH' })
      await connect(kit, { connectorId: 'ID_AUTH' })
      return 'CONNECT' as const
    })
    vi.mocked(loadEmbedded).mockResolvedValue({ logIn } as never)
    const result = renderWallet()
    const { settled } = await start(() => result.current.connect('email'))
    await waitFor(() => expect(appKit.isOpen()).toBe(true))
    expect(view()).toEqual({ name: 'connect', only: 'email' })
    const find = (selector: string) =>
      document.querySelector('dialog > div')?.shadowRoot?.querySelector(selector) ?? null
    await waitFor(() => expect(find('[data-testid=wui-email-input]')).not.toBeNull())
    expect(find('[data-testid^=wallet-selector]')).toBeNull()
    expect(result.current.isPending).toBe(true)
    const input = find('[data-testid=wui-email-input]') as HTMLInputElement
    fireEvent.change(input, { target: { value: 'ada@example.org' } })
    fireEvent.submit(find('form') as Element)
    await finished(settled)
    expect(logIn.mock.calls[0]?.[0]).toBe('ada@example.org')
    expect(result.current).toMatchObject({ isSuccess: true, data: { address: bob } })
  })

  test('behavior: a login with Farcaster opens no window, and resolves when the visitor is logged in', async () => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    const { kit, view } = setup({ walletUrl: 'https://wallet.test' })
    const inApp = deferred()
    const connectFarcaster = vi.fn(async () => {
      await inApp.promise
      addConnector({ id: 'ID_AUTH', name: 'Email', type: 'AUTH' })
      await connect(kit, { connectorId: 'ID_AUTH' })
    })
    vi.mocked(loadEmbedded).mockResolvedValue({ connectFarcaster } as never)
    const result = renderWallet()
    const { settled } = await start(() => result.current.connect('farcaster'))
    await waitFor(() => expect(connectFarcaster).toHaveBeenCalledOnce())
    expect(view()).toEqual({ name: 'connecting-farcaster', title: 'Farcaster' })
    inApp.resolve()
    await finished(settled)
    expect(open).not.toHaveBeenCalled()
    expect(result.current).toMatchObject({ isSuccess: true, data: { address: bob } })
  })

  test('behavior: a social login opens its window in the click, and resolves when the visitor is logged in', async () => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    const { appKit, kit, view } = setup({ walletUrl: 'https://wallet.test' })
    const atProvider = deferred()
    const connectSocial = vi.fn(async () => {
      await atProvider.promise
      addConnector({ id: 'ID_AUTH', name: 'Email', type: 'AUTH' })
      await connect(kit, { connectorId: 'ID_AUTH' })
    })
    vi.mocked(loadEmbedded).mockResolvedValue({ connectSocial } as never)
    const result = renderWallet()
    let settled: Promise<unknown> | undefined
    act(() => {
      settled = result.current.connect('google')
      expect(`${open.mock.calls[0]?.[0]}`).toBe('https://wallet.test/social?provider=google')
    })
    await waitFor(() => expect(appKit.isOpen()).toBe(true))
    expect(view()).toEqual({ name: 'connecting-social', provider: 'google', title: 'Google' })
    const shown = () =>
      [...document.querySelectorAll('dialog > div')].at(-1)?.shadowRoot?.querySelector('h2')?.textContent
    await waitFor(() => expect(shown()).toBe('Continue in the window of Google'))
    atProvider.resolve()
    await act(async () => settled)
    expect(connectSocial).toHaveBeenCalledExactlyOnceWith('google', expect.anything())
    expect(open).toHaveBeenCalledOnce()
    expect(result.current).toMatchObject({ isSuccess: true, data: { address: bob } })
  })

  test('error: the visitor closes the modal', async () => {
    const { appKit } = setup({ walletUrl: 'https://wallet.test' })
    const result = renderWallet()
    const { settled } = await start(() => result.current.connect('email'))
    await waitFor(() => expect(appKit.isOpen()).toBe(true))
    await act(() => appKit.close())
    expect(await finished(settled)).toMatchObject({ code: 'modal-closed' })
    expect(result.current).toMatchObject({ isPending: false, isError: true })
  })

  test('behavior: a connected account is not the answer; the one that the visitor connects is', async () => {
    const { appKit, kit } = setup({ walletUrl: 'https://wallet.test' })
    await act(() => connect(kit, { connectorId: 'com.trust.app' }))
    const result = renderWallet()
    const { settled } = await start(() => result.current.connect('email'))
    await waitFor(() => expect(appKit.isOpen()).toBe(true))
    act(() => kit.store.setState({ gatewayReachable: true }))
    expect(result.current.isPending).toBe(true)
    addConnector({ id: 'ID_AUTH', name: 'Email', type: 'AUTH' })
    await act(() => connect(kit, { connectorId: 'ID_AUTH' }))
    await finished(settled)
    expect(result.current.data?.address).toBe(bob)
  })

  test.each([
    ['walletConnect', { name: 'connecting-wallet-connect-basic' }],
    ['rainbow', { name: 'connecting-wallet-connect', wallet: { name: 'Rainbow' } }],
  ])(
    'behavior: %s opens the view with the QR code, and resolves when the wallet answers',
    async (name, shown) => {
      const { appKit, view } = setup({ walletConnect: { relayUrl: 'wss://relay.test' } })
      const answer = deferred<Awaited<ReturnType<WalletConnect['connect']>>>()
      vi.mocked(startWalletConnect).mockReturnValue({
        connect: ({ onUri }) => {
          onUri('wc:1@2', { expiresAt: Date.now() + 60_000 })
          return answer.promise
        },
      } as Partial<WalletConnect> as WalletConnect)
      addConnector({ id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT' })
      const result = renderWallet()
      const { settled } = await start(() => result.current.connect(name))
      await waitFor(() => expect(appKit.isOpen()).toBe(true))
      expect(view()).toMatchObject(shown)
      await act(async () => answer.resolve({ namespaces: ['eip155'], proofs: [], wallet: { name } }))
      await finished(settled)
      expect(result.current.data?.address).toBe(bob)
    },
  )

  test('behavior: a wallet of the list that is installed under another name is connected directly', async () => {
    const { appKit } = setup({}, [fakeWallet({ id: 'me.rainbow', name: 'Regenbogen' })])
    const result = renderWallet()
    await act(() => result.current.connect('rainbow'))
    expect([appKit.getAddress(), appKit.isOpen()]).toEqual([ada, false])
  })

  test('behavior: a wallet that cannot be reached shows where to get it', async () => {
    const { appKit, view } = setup()
    const result = renderWallet()
    await start(() => result.current.connect('rainbow'))
    await waitFor(() => expect(appKit.isOpen()).toBe(true))
    expect(view()).toMatchObject({ name: 'get-wallet', wallet: { name: 'Rainbow' } })
  })
})

describe('useAppKitUpdateEmail', () => {
  const renderUpdate = () => renderHook(() => useAppKitUpdateEmail()).result

  async function logIn() {
    const { kit, ...rest } = setup({ walletUrl: 'https://wallet.test' })
    addConnector({ id: 'ID_AUTH', name: 'Email', type: 'AUTH' })
    await act(() => connect(kit, { connectorId: 'ID_AUTH' }))
    const embedded: EmbeddedState = {
      email: 'ada@example.org',
      login: { step: 'none' },
      requests: [],
      surface: { view: 'none', height: 0 },
    }
    act(() => kit.store.setState({ embedded }))
    const change = (email: string) => act(() => kit.store.setState({ embedded: { ...embedded, email } }))
    return { kit, change, ...rest }
  }

  test('behavior: opens the view, and resolves when the address is changed', async () => {
    const { appKit, view, change } = await logIn()
    const result = renderUpdate()
    const { settled } = await start(() => result.current.updateEmail())
    await waitFor(() => expect(appKit.isOpen()).toBe(true))
    expect(view()).toEqual({ name: 'update-email' })
    expect(result.current).toMatchObject({ isPending: true, data: undefined })
    change('bob@example.org')
    await finished(settled)
    expect(result.current).toMatchObject({ data: { email: 'bob@example.org' }, isSuccess: true })
  })

  test('error: the visitor closes the modal', async () => {
    const { appKit } = await logIn()
    const result = renderUpdate()
    const { settled } = await start(() => result.current.updateEmail())
    await waitFor(() => expect(appKit.isOpen()).toBe(true))
    await act(() => appKit.close())
    expect(await finished(settled)).toMatchObject({ code: 'modal-closed' })
    expect(result.current).toMatchObject({ isError: true, data: undefined })
  })

  test('error: needs a visitor who is logged in by e-mail', async () => {
    const { appKit, kit } = setup({ walletUrl: 'https://wallet.test' })
    await act(() => connect(kit, { connectorId: 'com.trust.app' }))
    const result = renderUpdate()
    const { settled } = await start(() => result.current.updateEmail())
    expect(await finished(settled)).toMatchObject({ code: 'email-login-required' })
    expect(appKit.isOpen()).toBe(false)
  })
})

describe('createAppKitWalletButton', () => {
  test('error: before createAppKit', async () => {
    const walletButton = createAppKitWalletButton()
    expect(walletButton.isReady()).toBe(false)
    await expect(walletButton.connect('trust')).rejects.toThrow(MissingAppKitError)
    await expect(walletButton.updateEmail()).rejects.toThrow(MissingAppKitError)
  })

  test('behavior: connects a wallet by its name, and says when the installed wallets have been read', async () => {
    const { kit } = setup()
    const walletButton = createAppKitWalletButton()
    const changes: boolean[] = []
    const stop = walletButton.subscribeIsReady(({ isReady }) => changes.push(isReady))
    act(() => kit.store.setState({ initialized: false }))
    act(() => kit.store.setState({ initialized: true }))
    stop()
    act(() => kit.store.setState({ initialized: false }))
    expect(changes.slice(-2)).toEqual([false, true])
    expect(walletButton.isReady()).toBe(false)
    act(() => kit.store.setState({ initialized: true }))
    expect(walletButton.isReady()).toBe(true)
    expect(await act(() => walletButton.connect('trust'))).toEqual({
      chainNamespace: 'eip155',
      chainId: '1',
      address: ada,
    })
    await expect(walletButton.updateEmail()).rejects.toMatchObject({ code: 'email-login-required' })
  })
})

describe('<appkit-wallet-button>', () => {
  /** Adds the element and returns what finds its button. */
  function add(tag: string, attributes: Record<string, string>) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.body.append(element)
    return () => element.querySelector('span')?.shadowRoot?.querySelector('button')
  }

  test.each(['appkit-wallet-button', 'w3m-wallet-button'])(
    'behavior: %s connects its wallet',
    async (tag) => {
      const { appKit } = setup()
      const find = add(tag, { wallet: 'trust' })
      await waitFor(() => expect(find()?.textContent).toContain('Trust Wallet'))
      expect(find()?.getAttribute('data-testid')).toBe('wallet-button-trust')
      find()?.click()
      await waitFor(() => expect(appKit.getAddress()).toBe(ada))
      expect(find()?.getAttribute('aria-busy')).toBe('false')
    },
  )

  test('param: namespace, for a wallet that has none of it', async () => {
    setup()
    const find = add('appkit-wallet-button', { wallet: 'trust', namespace: 'solana' })
    await waitFor(() => expect(find()?.textContent).toContain('Trust'))
    find()?.click()
    await waitFor(() => expect(included()).toEqual(['trust,trust-wallet']))
  })

  test('behavior: follows its attributes; a social login is disabled where it is not set up', async () => {
    const { kit } = setup({ walletUrl: 'https://wallet.test' })
    kit.store.setState({ offeredSocials: ['google'] })
    const find = add('appkit-wallet-button', { wallet: 'metamask' })
    await waitFor(() => expect(find()?.textContent).toContain('MetaMask'))
    expect(find()?.disabled).toBe(false)
    document.querySelector('appkit-wallet-button')?.setAttribute('wallet', 'github')
    await waitFor(() => expect(find()?.textContent).toContain('GitHub'))
    expect(find()?.disabled).toBe(true)
    act(() => kit.store.setState({ offeredSocials: ['google', 'github'] }))
    await waitFor(() => expect(find()?.disabled).toBe(false))
    expect(included()).toEqual([])
  })
})

describe('AppKitWalletButton', () => {
  const other = 'https://images.test/trust.svg'
  test.each([
    ['a path of the page', '/trust.svg', undefined, `${location.origin}/trust.svg`, []],
    ['an image on another host', other, undefined, undefined, [other]],
    ['no image, of a wallet with an icon on another host', undefined, other, undefined, []],
  ])('param: `connectorImages` with %s', async (_, image, icon, drawn, warned) => {
    const wallet = fakeWallet({ id: 'com.trust.app', name: 'Trust Wallet' })
    Object.assign(wallet.connector, { icon })
    const { kit } = setup({ connectorImages: image ? { 'com.trust.app': image } : {} }, [wallet])
    const warn = vi.spyOn(kit.logger, 'warn')
    const { container } = render(<AppKitWalletButton wallet="trust" />)
    const find = () => container.querySelector('span')?.shadowRoot
    await waitFor(() => expect(find()?.textContent).toContain('Trust Wallet'))
    expect(find()?.querySelector('img')?.getAttribute('src')).toBe(drawn)
    act(() => kit.store.setState({ gatewayReachable: true }))
    expect(warn.mock.calls).toEqual(
      warned.map((url) => ['The wallet button draws no image from another host.', url]),
    )
  })
})
