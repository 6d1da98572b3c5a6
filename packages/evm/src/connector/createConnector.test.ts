import { type ConnectorEvent, defineChain } from '@portico/core'
import { RpcError } from '@portico/protocol'
import { createEvmWallet, type EvmWalletOptions } from '@portico/testkit'
import {
  emitsGarbage,
  garbageErrors,
  hostileWallets,
  neverAnswers,
  stormsChains,
} from '@portico/testkit/hostile'
import { describe, expect, test, vi } from 'vitest'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { createConnector } from './createConnector.ts'

const visitor = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const hash = `0x${'ab'.repeat(32)}`
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = defineChain({
  id: 31338,
  name: 'Local Two',
  nativeCurrency,
  rpcUrls: {
    default: { http: ['http://localhost:1', 'wss://localhost:1'] },
    second: { http: ['https://two.test'] },
  },
  blockExplorers: { default: { name: 'x', url: 'javascript:alert(1)' } },
})

function connectorOf(provider: unknown) {
  return createConnector({ id: 'dev', name: 'Dev', type: 'ANNOUNCED', provider: provider as Provider })
}

function start(options: Partial<EvmWalletOptions> = {}) {
  const wallet = createEvmWallet({ chains: [{ chainId: 31337 }], ...options })
  const connector = connectorOf(wallet.provider)
  const events: ConnectorEvent[] = []
  const stop = connector.subscribe((event) => events.push(event))
  return { wallet, connector, events, stop }
}

/** Creates a provider that answers from a table; a function there is called with the parameters. */
function tableOf(answers: Record<string, unknown>) {
  const requests: { method: string; params?: unknown }[] = []
  const provider = {
    async request(request: { method: string; params?: unknown }) {
      requests.push(request)
      const answer = answers[request.method]
      return typeof answer === 'function' ? answer(request.params) : answer
    },
  }
  return { provider, requests, methods: () => requests.map(({ method }) => method) }
}

const failWith = (error: unknown) => () => {
  throw error
}

const tick = () => new Promise<void>((resolve) => queueMicrotask(resolve))

describe('connect', () => {
  test('behavior: requests and returns accounts and network', async () => {
    const { connector, wallet } = start()
    expect(await connector.connect({ silent: false })).toEqual({
      accounts: [
        { address: visitor, type: 'eoa' },
        { address: wallet.accounts[1], type: 'eoa' },
      ],
      networkId: 'eip155:31337',
    })
  })

  test('param: silent does not prompt', async () => {
    const { connector, wallet } = start({ policy: 'hang' })
    expect(await connector.connect({ silent: true })).toEqual({ accounts: [], networkId: 'eip155:31337' })
    expect(wallet.pending).toEqual([])
  })

  test('error: the user rejects the request', async () => {
    const { connector } = start({ policy: 'reject' })
    await expect(connector.connect({ silent: false })).rejects.toMatchObject({ rpcCode: 4001 })
  })

  test('error: a wallet that shares no account', async () => {
    const { provider } = tableOf({ eth_requestAccounts: [], eth_chainId: '0x1' })
    await expect(
      connectorOf(provider).connect({ silent: false }),
    ).rejects.toThrowErrorMatchingInlineSnapshot(`
      [RpcError: The wallet shared no account. Unlock it and select an account.

      RPC code: 4100]
    `)
  })

  test('error: a wallet without a valid chain ID', async () => {
    const { provider } = tableOf({ eth_requestAccounts: [visitor], eth_chainId: 'garbage' })
    await expect(connectorOf(provider).connect({ silent: false })).rejects.toMatchObject({ rpcCode: -32603 })
  })

  test.each(Object.entries(garbageErrors))('error: a wallet throws %s', async (_, thrown) => {
    const { provider } = tableOf({ eth_requestAccounts: failWith(thrown) })
    const error: unknown = await connectorOf(provider)
      .connect({ silent: false })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(RpcError)
    expect((error as RpcError).message.length).toBeLessThan(1200)
  })

  test('error: code 5000 and rejection messages become 4001', async () => {
    for (const thrown of [
      { code: 5000 },
      'User rejected the request',
      garbageErrors['an error hidden in data'],
    ]) {
      const { provider } = tableOf({ eth_requestAccounts: failWith(thrown) })
      await expect(connectorOf(provider).connect({ silent: false })).rejects.toMatchObject({ rpcCode: 4001 })
    }
  })
})

describe('disconnect', () => {
  test('behavior: revokes the permission', async () => {
    const { connector, wallet, events } = start({ authorized: true })
    await connector.disconnect()
    expect(wallet.connected).toBe(false)
    expect(events).toContainEqual({ type: 'accounts', accounts: [] })
  })

  test('behavior: does not wait for a wallet that never answers', async () => {
    vi.useFakeTimers()
    const done = connectorOf(neverAnswers().provider).disconnect()
    await vi.advanceTimersByTimeAsync(500)
    await done
    vi.useRealTimers()
  })

  test('behavior: a wallet that throws', async () => {
    await connectorOf({ request: failWith('no') }).disconnect()
  })
})

describe('switchNetwork', () => {
  test('behavior: to a network the wallet has', async () => {
    const { connector, wallet, events } = start({
      chains: [{ chainId: 31337 }, { chainId: 31338 }],
      authorized: true,
    })
    await connector.switchNetwork({ network })
    expect(wallet.chainId).toBe(31338)
    expect(wallet.requests.map(({ method }) => method)).not.toContain('wallet_addEthereumChain')
    expect(events).toEqual([{ type: 'network', networkId: 'eip155:31338' }])
  })

  test.each([
    ['4902', { code: 4902 }],
    ['5000', { code: 5000 }],
    ['32603', { code: 32603 }],
    ['-32603', { code: -32603, message: 'Internal error' }],
    ['originalError', { code: -32000, data: { originalError: { code: 4902 } } }],
  ])('behavior: adds on %s', async (_, error) => {
    let chainId = '0x1'
    const { provider, requests } = tableOf({
      wallet_switchEthereumChain: failWith(error),
      wallet_addEthereumChain: () => {
        chainId = '0x7a6a'
      },
      eth_chainId: () => chainId,
    })
    await connectorOf(provider).switchNetwork({ network })
    expect(requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0x7a6a',
        chainName: 'Local Two',
        nativeCurrency,
        rpcUrls: ['http://localhost:1', 'https://two.test'],
      },
    ])
  })

  test.each([
    ['4001', { code: 4001 }],
    ['a rejection by message', { code: -32603, message: 'User rejected the request.' }],
    ['a nested rejection', { code: -32603, data: { originalError: { code: 4001 } } }],
  ])('error: %s adds nothing', async (_, error) => {
    const { provider, methods } = tableOf({ wallet_switchEthereumChain: failWith(error) })
    await expect(connectorOf(provider).switchNetwork({ network })).rejects.toMatchObject({ rpcCode: 4001 })
    expect(methods()).toEqual(['wallet_switchEthereumChain'])
  })

  test('error: the user rejects adding the network', async () => {
    const { connector, wallet } = start({ authorized: true })
    wallet.setPolicy('reject', { method: 'wallet_addEthereumChain' })
    await expect(connector.switchNetwork({ network })).rejects.toMatchObject({ rpcCode: 4001 })
  })

  test('error: 5000 after the request to add stays 5000', async () => {
    const { provider, methods } = tableOf({
      wallet_switchEthereumChain: failWith({ code: 5000 }),
      wallet_addEthereumChain: failWith({ code: 5000, message: 'Unsupported chain' }),
    })
    await expect(connectorOf(provider).switchNetwork({ network })).rejects.toMatchObject({ rpcCode: 5000 })
    expect(methods()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  })

  test('error: a wallet that accepts but does not switch', async () => {
    const { provider } = tableOf({ eth_chainId: '0x1' })
    await expect(
      connectorOf(provider).switchNetwork({ network }),
    ).rejects.toThrowErrorMatchingInlineSnapshot(`
      [RpcError: The wallet accepted the request but stayed on another network.

      Network: eip155:31338
      RPC code: 4902]
    `)
  })

  test('behavior: a wallet that switches shortly after it accepts', async () => {
    let reads = 0
    const { provider } = tableOf({ eth_chainId: () => (reads++ < 2 ? '0x1' : '0x7a6a') })
    await connectorOf(provider).switchNetwork({ network })
    expect(reads).toBe(3)
  })

  test('error: a network of another namespace', async () => {
    const solana = { ...network, id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    await expect(connectorOf({}).switchNetwork({ network: solana })).rejects.toMatchObject({
      rpcCode: -32602,
    })
  })
})

describe('signMessage', () => {
  test('behavior: signs the text as UTF-8', async () => {
    const { connector, wallet } = start({ authorized: true })
    expect(await connector.signMessage({ message: 'Grüße 👋', address: visitor })).toMatch(
      /^0x[0-9a-f]{130}$/,
    )
    expect(wallet.requests.at(-1)?.params).toEqual(['0x4772c3bcc39f6520f09f918b', visitor])
  })

  test.each([null, '', '0x', '0xz0', '0x1', `0x${'11'.repeat(500_000)}`])(
    'error: answer %.9s',
    async (answer) => {
      const { provider } = tableOf({ personal_sign: answer })
      const signed = connectorOf(provider).signMessage({ message: 'x', address: visitor })
      await expect(signed).rejects.toMatchObject({ rpcCode: -32603 })
    },
  )
})

describe('getProvider', () => {
  test('behavior: the same object each time, which calls methods on the wallet itself', () => {
    class Wallet {
      #secret = 'kept'
      isDev = true
      request = async () => this.#secret
      revealSecret() {
        return this.#secret
      }
    }
    const connector = connectorOf(Object.freeze(new Wallet()))
    const provider = connector.getProvider() as Wallet
    expect(connector.getProvider()).toBe(provider)
    expect([provider.revealSecret(), provider.isDev, 'revealSecret' in provider]).toEqual([
      'kept',
      true,
      true,
    ])
    expect(provider.revealSecret).toBe(provider.revealSecret)
  })

  test('behavior: requests, results and errors pass through unchanged', async () => {
    const answer = {}
    const error = { code: 7 }
    const { provider, requests } = tableOf({ dev_ask: answer, dev_fail: failWith(error) })
    const wrapped = connectorOf(provider).getProvider() as Provider
    const request = { method: 'dev_ask', params: { deep: [1] } }
    expect(await wrapped.request(request)).toBe(answer)
    expect(requests[0]).toBe(request)
    await expect(wrapped.request({ method: 'dev_fail' })).rejects.toBe(error)
  })

  test('behavior: reports a transaction with the network at the time of the request', async () => {
    const { provider } = tableOf({
      eth_requestAccounts: [visitor],
      eth_chainId: '0x1',
      eth_sendTransaction: hash,
    })
    const connector = connectorOf(provider)
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    await connector.connect({ silent: false })
    const wrapped = connector.getProvider() as Provider
    const send = () => wrapped.request({ method: 'eth_sendTransaction', params: [{ to: visitor }] })
    expect(await send()).toBe(hash)
    await send()
    expect(events).toEqual([{ type: 'transaction', hash, networkId: 'eip155:1' }])
  })

  test('behavior: the network is that of the request, not of the result', async () => {
    let answer: (hash: string) => void = () => {}
    const wallet = createEvmWallet({ chains: [{ chainId: 31337 }], authorized: true })
    const connector = connectorOf({
      ...wallet.provider,
      request: (call: { method: string }) =>
        call.method === 'eth_sendTransaction'
          ? new Promise<unknown>((resolve) => {
              answer = resolve
            })
          : wallet.provider.request(call),
    })
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    await connector.connect({ silent: true })
    const sent = (connector.getProvider() as Provider).request({
      method: 'eth_sendTransaction',
      params: [{}],
    })
    wallet.switchChain(31338)
    await tick()
    answer(hash)
    await sent
    expect(events).toEqual([
      { type: 'network', networkId: 'eip155:31338' },
      { type: 'transaction', hash, networkId: 'eip155:31337' },
    ])
  })

  test('behavior: reports the transactions of calls whose hashes are known', async () => {
    const second = `0x${'cd'.repeat(32)}`
    const { provider } = tableOf({
      wallet_sendCalls: { id: hash, capabilities: { caip345: { transactionHashes: [hash, 'x', null] } } },
      wallet_getCallsStatus: { chainId: '0x2', receipts: [{ transactionHash: second }, null] },
    })
    const connector = connectorOf(provider)
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    const wrapped = connector.getProvider() as Provider
    await wrapped.request({ method: 'wallet_sendCalls', params: [{ chainId: '0x2' }] })
    await wrapped.request({ method: 'wallet_getCallsStatus', params: [hash] })
    expect(events).toEqual([
      { type: 'transaction', hash, networkId: 'eip155:2' },
      { type: 'transaction', hash: second, networkId: 'eip155:2' },
    ])
  })

  test('error: malformed hashes are not reported', async () => {
    const { provider } = tableOf({
      eth_chainId: '0x1',
      eth_accounts: [],
      eth_sendTransaction: '0x1',
      toString: hash,
    })
    const connector = connectorOf(provider)
    const listener = vi.fn()
    connector.subscribe(listener)
    await connector.connect({ silent: true })
    const wrapped = connector.getProvider() as Provider
    for (const method of ['eth_sendTransaction', 'toString']) await wrapped.request({ method })
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('subscribe', () => {
  test('behavior: accounts, network, disconnect', async () => {
    const { wallet, events } = start({ authorized: true, chains: [{ chainId: 31337 }, { chainId: 31338 }] })
    wallet.switchAccount(1)
    wallet.switchChain(31338)
    wallet.goOffline()
    await tick()
    expect(events).toEqual([
      {
        type: 'accounts',
        accounts: [wallet.accounts[1], wallet.accounts[0]].map((address) => ({ address, type: 'eoa' })),
      },
      { type: 'network', networkId: 'eip155:31338' },
      { type: 'disconnect' },
    ])
  })

  test('behavior: unsubscribes from the wallet with the last listener', async () => {
    const on = vi.fn()
    const removeListener = vi.fn()
    const connector = connectorOf({ request: () => undefined, on, removeListener })
    const stops = [connector.subscribe(() => {}), connector.subscribe(() => {})]
    expect(on.mock.calls.map(([event]) => event)).toEqual(['accountsChanged', 'chainChanged', 'disconnect'])
    stops[0]?.()
    stops[0]?.()
    expect(removeListener).not.toHaveBeenCalled()
    stops[1]?.()
    expect(removeListener.mock.calls).toEqual(on.mock.calls)
  })

  test('behavior: of many events, only the last is reported', async () => {
    const wallet = stormsChains({ count: 1001 })
    const listener = vi.fn()
    connectorOf(wallet.provider).subscribe(listener)
    wallet.storm()
    await tick()
    expect(listener.mock.calls).toEqual([[{ type: 'network', networkId: 'eip155:31338' }]])
  })

  test('behavior: 1013 does not disconnect', async () => {
    const wallet = emitsGarbage()
    const listener = vi.fn()
    connectorOf(wallet.provider).subscribe(listener)
    wallet.emit('disconnect', { code: 1013, message: 'try again later' })
    await tick()
    expect(listener).not.toHaveBeenCalled()
  })

  test('error: malformed events are ignored', async () => {
    const wallet = emitsGarbage()
    const listener = vi.fn<(event: ConnectorEvent) => void>()
    connectorOf(wallet.provider).subscribe(listener)
    for (const payload of [null, 'x', [{}], ['0x'], { length: 0 }]) wallet.emit('accountsChanged', payload)
    for (const payload of [null, 'loading', '0x0', -1, {}]) wallet.emit('chainChanged', payload)
    await tick()
    expect(listener).not.toHaveBeenCalled()
    wallet.emitAll()
    await tick()
    expect(listener.mock.calls.length).toBeLessThanOrEqual(3)
  })

  test('error: a listener that throws does not affect the others', async () => {
    vi.stubGlobal('reportError', vi.fn())
    const wallet = createEvmWallet({ chains: [{ chainId: 31337 }] })
    const connector = connectorOf(wallet.provider)
    const listener = vi.fn()
    connector.subscribe(failWith(new Error('listener')))
    connector.subscribe(listener)
    wallet.switchChain(31338)
    await tick()
    expect(listener).toHaveBeenCalledOnce()
    expect(reportError).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})

describe('createConnector', () => {
  test.each(Object.entries(hostileWallets))(
    'behavior: survives a wallet that %s',
    async (_, createWallet) => {
      vi.useFakeTimers()
      try {
        const { provider } = createWallet({ authorized: true })
        const connector = connectorOf(provider)
        const stop = connector.subscribe(() => {})
        const calls = [
          () => connector.connect({ silent: true }),
          () => connector.connect({ silent: false }),
          () => connector.switchNetwork({ network }),
          () => connector.signMessage({ message: 'x', address: visitor }),
          () => connector.disconnect(),
        ]
        for (const call of calls) {
          const outcome = call().then(
            () => 'done',
            (error: unknown) => error,
          )
          // A call that is never answered may stay pending.
          const settled = Promise.race([
            outcome,
            new Promise((resolve) => setTimeout(resolve, 5000, 'hangs')),
          ])
          await vi.advanceTimersByTimeAsync(5000)
          const result = await settled
          if (typeof result !== 'string') expect(result).toBeInstanceOf(RpcError)
        }
        stop()
        expect(globalThis).not.toHaveProperty('hostileScriptRan')
      } finally {
        vi.useRealTimers()
      }
    },
  )
})
