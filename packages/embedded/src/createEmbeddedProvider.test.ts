// @vitest-environment jsdom
import { base, mainnet } from '@portico/core/networks'
import { ada, deferred } from '@portico/core/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEmbeddedProvider } from './createEmbeddedProvider.ts'
import { openPage, user } from './testing/openPage.ts'

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(globalThis, 'reportError').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  leavePage()
})

/** Removes the wallet's frames. The dialogs stay, because they add themselves to the page again. */
function leavePage(): void {
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
}

function setup() {
  const page = openPage()
  const provider = createEmbeddedProvider({
    walletUrl: 'http://wallet.localhost:4402',
    projectId: 'test',
    networks: [mainnet, base],
    logLevel: 'silent',
  })
  const events: unknown[] = []
  for (const event of ['connect', 'accountsChanged', 'chainChanged', 'disconnect'] as const)
    provider.on(event, (value) => events.push([event, value instanceof Error ? value.code : value]))
  const ask = (method: string, params?: unknown) => provider.request({ method, params })
  return { ...page, provider, events, ask }
}

describe('createEmbeddedProvider', () => {
  test('behavior: before the wallet is used, nothing is loaded and no frame opened', async () => {
    const { ask, dialogs } = setup()
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_chainId')).toBe('0x1')
    expect(await ask('net_version')).toBe('1')
    expect(await ask('wallet_getPermissions')).toEqual([])
    expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    await expect(ask('personal_sign', ['0x00', ada])).rejects.toMatchObject({ code: 4100 })
    await expect(ask('eth_sign')).rejects.toMatchObject({ code: 4200 })
    await expect(ask('wallet_requestPermissions', [{ camera: {} }])).rejects.toMatchObject({ code: -32602 })
    expect(dialogs()).toEqual([])
    expect(document.querySelector('iframe')).toBeNull()
    expect(localStorage).toHaveLength(0)
  })

  test.each([
    undefined,
    null,
    'eth_accounts',
    {},
    { method: 1 },
    { method: ['eth_accounts'] },
    { method: 'constructor' },
  ])('error: a request that is none: %j', async (call) => {
    const { provider, dialogs } = setup()
    const code = (call as { method?: unknown } | null)?.method === 'constructor' ? 4200 : -32600
    await expect(provider.request(call as never)).rejects.toMatchObject({ code, name: 'ProviderRpcError' })
    expect(dialogs()).toEqual([])
  })

  test('behavior: one modal for requests at the same time; signing, switching, logging out', async () => {
    const { ask, frame, dialogs, isOpen, logIn, events, provider } = setup()
    provider.on('accountsChanged', () => {
      throw new Error('A listener of the page.')
    })
    const late = vi.fn<() => void>()
    provider.on('accountsChanged', late)
    const asking = Promise.all([
      ask('eth_requestAccounts'),
      ask('eth_requestAccounts'),
      ask('wallet_requestPermissions', [{ eth_accounts: {} }]),
    ])
    await logIn()
    const [first, second, permissions] = await asking
    expect([first, second]).toEqual([[ada], [ada]])
    expect(permissions).toMatchObject([{ parentCapability: 'eth_accounts', caveats: [{ value: [ada] }] }])
    expect(dialogs()).toHaveLength(1)
    await vi.waitFor(() => expect(isOpen()).toBe(false))
    expect(frame.types().filter((type) => type === 'CONNECT_EMAIL')).toHaveLength(1)
    expect(events).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [ada]],
    ])
    expect(late).toHaveBeenCalledOnce()

    // Connected: no modal.
    expect(await ask('eth_requestAccounts')).toEqual([ada])
    frame.answers.set('RPC_REQUEST', ({ payload }) => (payload as { params: unknown[] }).params[0])
    expect(await ask('personal_sign', ['0x1234', ada])).toBe('0x1234')
    await expect(ask('eth_sign', [ada, '0x00'])).rejects.toMatchObject({ code: 4200 })
    expect(isOpen()).toBe(false)

    events.length = 0
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x2105')
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({
      code: 4902,
    })
    const added = [{ chainId: '0xa', chainName: 'Optimism', rpcUrls: ['https://attacker.example'] }]
    await expect(ask('wallet_addEthereumChain', added)).rejects.toMatchObject({ code: 4902 })
    for (const params of [undefined, [], [{}], [{ chainId: 8453 }], [{ chainId: '0x' }]])
      await expect(ask('wallet_switchEthereumChain', params)).rejects.toMatchObject({ code: -32602 })
    expect(events).toEqual([['chainChanged', '0x2105']])

    events.length = 0
    const removed = vi.fn<() => void>()
    provider.on('disconnect', removed).removeListener('disconnect', removed)
    await ask('wallet_revokePermissions', [{ eth_accounts: {} }])
    expect(frame.types()).toContain('SIGN_OUT')
    expect(events).toEqual([
      ['accountsChanged', []],
      ['disconnect', 4900],
    ])
    expect(removed).not.toHaveBeenCalled()
    expect(await ask('eth_accounts')).toEqual([])
    await expect(ask('personal_sign', ['0x1234', ada])).rejects.toMatchObject({ code: 4100 })
  })

  test('error: closing the modal is 4001 for every caller, and the next request opens it again', async () => {
    const { ask, close, logIn, events } = setup()
    const asking = [ask('eth_requestAccounts'), ask('eth_requestAccounts')]
    const refused = Promise.all(asking.map((one) => expect(one).rejects.toMatchObject({ code: 4001 })))
    await close()
    await refused
    expect(await ask('eth_accounts')).toEqual([])
    const again = ask('eth_requestAccounts')
    await logIn()
    expect(await again).toEqual([ada])
    expect(events).toHaveLength(2)
  })

  test('error: a login that completes after the visitor has closed the modal is ended, and the page never sees it', async () => {
    const { ask, close, logIn, events, frame } = setup()
    const answer = deferred<unknown>()
    frame.answers.set('GET_USER', () => answer.promise)
    const asking = expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    await logIn()
    await vi.waitFor(() => expect(frame.types()).toContain('GET_USER'))
    await close()
    await asking
    answer.resolve(user)
    await vi.waitFor(() => expect(frame.types()).toContain('SIGN_OUT'))
    expect(await ask('eth_accounts')).toEqual([])
    expect(events).toEqual([])
  })

  test('behavior: the login of an earlier visit is restored without a modal, or found ended', async () => {
    const first = setup()
    const asking = first.ask('eth_requestAccounts')
    await first.logIn()
    await asking
    leavePage()

    const second = setup()
    expect(await second.ask('eth_accounts')).toEqual([ada])
    expect(second.frame.types()).toContain('IS_CONNECTED')
    expect(second.isOpen()).toBe(false)
    expect(second.events).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [ada]],
    ])
    leavePage()

    const third = setup()
    third.frame.answers.set('IS_CONNECTED', () => ({ isConnected: false }))
    expect(await third.ask('eth_accounts')).toEqual([])
    expect(third.isOpen()).toBe(false)
    leavePage()

    const fourth = setup()
    expect(await fourth.ask('eth_accounts')).toEqual([])
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('behavior: in any order of calls, events agree with the accounts and every request ends', async () => {
    const steps = ['request', 'logIn', 'close', 'revoke', 'switch', 'accounts'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 7 }), async (order) => {
        localStorage.clear()
        leavePage()
        const { ask, close, logIn, isOpen, dialogs, events } = setup()
        const answers: Promise<unknown>[] = []
        let isAsked = false
        const act: Record<(typeof steps)[number], () => unknown> = {
          async request() {
            if (((await ask('eth_accounts')) as string[]).length === 0) isAsked = true
            answers.push(ask('eth_requestAccounts').catch((error: { code: number }) => error.code))
          },
          async logIn() {
            if (!isAsked) return
            isAsked = false
            await logIn()
            await vi.waitFor(() => expect(isOpen()).toBe(false))
          },
          async close() {
            if (!isAsked) return
            isAsked = false
            await close()
          },
          revoke: () => ask('wallet_revokePermissions', [{ eth_accounts: {} }]),
          switch: () => ask('wallet_switchEthereumChain', [{ chainId: order.length % 2 ? '0x1' : '0x2105' }]),
          accounts: () => ask('eth_accounts'),
        }
        for (const step of order) await act[step]()
        if (isAsked) await close()
        for (const answer of await Promise.all(answers)) expect([[ada], 4001]).toContainEqual(answer)
        const shown = events.findLast((event) => (event as string[])[0] === 'accountsChanged') as
          | [string, unknown]
          | undefined
        expect(await ask('eth_accounts')).toEqual(shown?.[1] ?? [])
        expect(dialogs().length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 8, seed: 17 },
    )
  })
})
