import { type ConnectorEvent, defineChain } from '@portico/core'
import {
  createTestRelay,
  createWalletConnectWallet,
  type WalletConnectWalletOptions,
} from '@portico/testkit/walletconnect'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSite } from '../test/createSite.ts'
import { account } from '../test/startClient.ts'
import type { WalletProvider } from './connector/createProvider.ts'
import type { WalletConnectEvent, WalletConnectOptions } from './contract.ts'
import * as surface from './index.ts'
import { walletConnect, writeDeepLink } from './index.ts'

const chain = (id: number) =>
  defineChain({
    id,
    name: `Local ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`http://localhost:${id}`] } },
  })
const solana = {
  ...chain(1),
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana' as const,
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const,
}
const solanaAccount = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

const stops: (() => void)[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const stop of stops.splice(0)) stop()
})

/** Stubs `fetch` with an RPC node that returns fixed results by method. */
function stubNode(answers: Record<string, string>) {
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    const { id, method } = JSON.parse(body)
    return Response.json({ jsonrpc: '2.0', id, result: answers[method] ?? '0x1' })
  })
}

function start(
  options: Partial<WalletConnectOptions> = {},
  walletOptions: Partial<WalletConnectWalletOptions> = {},
) {
  const relay = createTestRelay()
  const site = createSite()
  const wallet = createWalletConnectWallet({
    relayUrl: relay.url,
    createSocket: relay.createSocket,
    chains: [{ chainId: 31337 }, { chainId: 31338 }],
    ...walletOptions,
  })
  const rpc = vi.fn(
    async ({ method }: { networkId: string; method: string; params: unknown }) => `rpc ${method}`,
  )
  stops.push(() => wallet.close())
  function openTab() {
    const { storage, page, lock } = site.openTab()
    const wc = walletConnect({
      relayUrl: relay.url,
      projectId: 'local',
      metadata: { name: 'App', description: '', url: 'https://app.test', icons: [] },
      networks: () => [chain(31337), chain(31338), chain(31339)],
      rpc,
      storage,
      page,
      lock,
      createSocket: relay.createSocket,
      ...options,
    })
    stops.push(() => wc.destroy())
    const connectorEvents: ConnectorEvent[] = []
    return {
      wc,
      storage,
      connectorEvents,
      eip155: wc.connectors.eip155,
      listen: () => wc.connectors.eip155.subscribe((event) => connectorEvents.push(event)),
    }
  }
  const tab = openTab()
  const onUri = (uri: string) => void wallet.pair(uri).catch(() => {})
  return {
    relay,
    site,
    wallet,
    rpc,
    openTab,
    ...tab,
    onUri,
    async connect() {
      const connected = await tab.eip155.connect({ silent: false, onUri })
      tab.listen()
      await expect.poll(() => wallet.sessions).toHaveLength(1)
      return { ...connected, provider: tab.eip155.getProvider() as WalletProvider }
    },
  }
}

test('behavior: exported names', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "NotDeliveredError",
      "RelayRefusedError",
      "formatPairingLink",
      "formatRequestLink",
      "readDeepLink",
      "walletConnect",
      "writeDeepLink",
    ]
  `)
})

describe('walletConnect', () => {
  test('behavior: opens no connection before it is used', async () => {
    const { wc, eip155, relay } = start()
    expect(eip155).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', namespace: 'eip155' })
    expect(await eip155.connect({ silent: true })).toEqual({
      accounts: [],
      networkId: 'eip155:31337',
      proofs: [],
    })
    await eip155.disconnect()
    await wc.disconnect()
    expect(wc.getWallet()).toBeUndefined()
    expect(relay.connectionCount).toBe(0)
  })

  test('behavior: connects several namespaces with one pairing', async () => {
    const { wc, onUri } = start(
      { networks: () => [chain(31337), solana] },
      {
        otherAccounts: { solana: [`${solana.caipNetworkId}:${solanaAccount}`] },
        answer: () => ({ signature: '2b' }),
      },
    )
    const { namespaces, wallet } = await wc.connect({ onUri })
    expect(namespaces).toEqual(['eip155', 'solana'])
    expect(wallet.name).toBe('Dev Mobile Wallet')
    expect(wc.getWallet()).toEqual(wallet)
    expect(await wc.connectors.solana.connect({ silent: true })).toEqual({
      accounts: [{ address: solanaAccount, type: 'eoa' }],
      networkId: solana.caipNetworkId,
      proofs: [],
    })
    expect((await wc.connectors.eip155.connect({ silent: true })).accounts[0]?.address).toBe(account)
    expect((await wc.connectors.bip122.connect({ silent: true })).accounts).toEqual([])
    expect(await wc.connectors.solana.signMessage({ message: 'hi', address: solanaAccount })).toBe('2b')
  })

  test('behavior: a new wallet replaces the connected one', async () => {
    const { wc, onUri, wallet, relay } = start()
    await wc.connect({ onUri })
    const second = createWalletConnectWallet({
      relayUrl: relay.url,
      createSocket: relay.createSocket,
      chains: [{ chainId: 31338 }],
      metadata: { name: 'Second' },
    })
    stops.push(() => second.close())
    await wc.connect({ onUri: (uri) => void second.pair(uri) })
    expect(wc.getWallet()?.name).toBe('Second')
    await expect.poll(() => wallet.sessions).toEqual([])
    expect((await wc.connectors.eip155.connect({ silent: true })).networkId).toBe('eip155:31338')
  })

  test('behavior: reports a pending request with its link, and when it was answered', async () => {
    const { wc, connect, storage } = start()
    const events: WalletConnectEvent[] = []
    wc.subscribe((event) => {
      if (event.type !== 'session') events.push(event)
    })
    const { provider } = await connect()
    await provider.request({ method: 'personal_sign', params: ['0x01', account] })
    const [requested, answered] = events
    expect(requested).toMatchObject({
      type: 'request',
      method: 'personal_sign',
      id: expect.stringMatching(/^\d{16}$/),
    })
    const { id, link } = requested as Extract<WalletConnectEvent, { type: 'request' }>
    expect(link).toMatch(new RegExp(`^devwallet://wc\\?requestId=${id}&sessionTopic=[0-9a-f]{64}$`))
    expect(answered).toEqual({ type: 'answered', id })
    writeDeepLink(storage, { href: 'metamask://', name: 'MetaMask' })
    await provider.request({ method: 'personal_sign', params: ['0x02', account] })
    expect(events[2]).toMatchObject({ type: 'request', link: expect.stringMatching(/^metamask:\/\/wc\?/) })
    await wc.disconnect()
    expect(storage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')).toBeNull()
  })

  test('error: the relay refuses', async () => {
    const { wc, onUri, relay } = start()
    const events: WalletConnectEvent[] = []
    wc.subscribe((event) => events.push(event))
    relay.faults.refuse = 'Unauthorized: origin not allowed'
    await expect(wc.connect({ onUri })).rejects.toMatchObject({ code: 'origin-not-allowed' })
    expect(events).toEqual([
      { type: 'refused', error: expect.objectContaining({ code: 'origin-not-allowed' }) },
    ])
  })

  test('error: no chains; no `onUri`', async () => {
    const { wc, onUri, eip155 } = start()
    await expect(wc.connect({ onUri, chains: [] })).rejects.toMatchObject({ rpcCode: -32602 })
    await expect(eip155.connect({ silent: false })).rejects.toThrow('needs `onUri`')
  })
})

describe('one-click sign-in', () => {
  const signIn = {
    domain: 'app.test',
    uri: 'https://app.test',
    version: '1',
    nonce: '0123456789abcdef',
    issuedAt: new Date().toISOString(),
  }
  const contract = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
  /** A smart account: a contract address for which an external key signs (EIP-1271). */
  const smartAccount = { ...privateKeyToAccount(`0x${'11'.repeat(32)}`), address: contract } as const

  test.each([
    ['accepts the signature', `0x1626ba7e${'0'.repeat(56)}`, true],
    ['does not accept the signature', `0xffffffff${'0'.repeat(56)}`, false],
  ])('behavior: reads the contract of a smart account, which %s', async (_, result, isValid) => {
    const rpc = vi.fn(async ({ method }: { method: string }) => (method === 'eth_getCode' ? '0x60' : result))
    const { wc, onUri } = start({ rpc }, { accounts: [smartAccount], chains: [{ chainId: 31337 }] })
    const connecting = wc.connect({ onUri, signIn })
    if (isValid) expect((await connecting).proofs[0]?.data.accountAddress).toBe(contract)
    else await expect(connecting).rejects.toThrow('does not accept the signature (ERC-1271)')
    expect(rpc).toHaveBeenCalledWith({
      networkId: 'eip155:31337',
      method: 'eth_getCode',
      params: [contract, 'latest'],
    })
  })

  test('error: the chain cannot be read', async () => {
    const rpc = () => Promise.reject(new Error('offline'))
    const { wc, onUri } = start({ rpc }, { accounts: [smartAccount], chains: [{ chainId: 31337 }] })
    await expect(wc.connect({ onUri, signIn })).rejects.toThrow('The network could not be read')
  })
})

describe('connector', () => {
  test('behavior: connects, signs, disconnects', async () => {
    const { connect, eip155, connectorEvents, wallet } = start()
    const { accounts, networkId } = await connect()
    expect(accounts.map(({ address }) => address)).toEqual(wallet.evm.accounts)
    expect(networkId).toBe('eip155:31337')
    expect(await eip155.signMessage({ message: 'Grüße 👋', address: account })).toMatch(/^0x[0-9a-f]{130}$/)
    expect(wallet.requests.at(-1)?.params).toEqual(['0x4772c3bcc39f6520f09f918b', account])
    await eip155.disconnect()
    expect(connectorEvents).toEqual([{ type: 'disconnect' }])
    expect((await eip155.connect({ silent: true })).accounts).toEqual([])
  })

  test('behavior: restores the session and its network after a reload', async () => {
    const { connect, eip155, openTab } = start()
    await connect()
    await eip155.switchNetwork({ network: chain(31338) })
    const reloaded = openTab()
    const { accounts, networkId } = await reloaded.eip155.connect({ silent: true })
    expect([accounts[0]?.address, networkId]).toEqual([account, 'eip155:31338'])
    const provider = reloaded.eip155.getProvider() as WalletProvider
    expect(await provider.request({ method: 'personal_sign', params: ['0x01', account] })).toMatch(/^0x/)
  })

  test('behavior: emits `disconnect` when another tab disconnects', async () => {
    const { connect, openTab, connectorEvents } = start()
    await connect()
    const other = openTab()
    await other.eip155.connect({ silent: true })
    await other.eip155.disconnect()
    await expect.poll(() => connectorEvents).toEqual([{ type: 'disconnect' }])
  })

  test('behavior: reports changes the user makes in the wallet', async () => {
    const { connect, connectorEvents, wallet } = start()
    const { provider } = await connect()
    const chains: unknown[] = []
    const accounts: unknown[] = []
    provider.on('chainChanged', (id) => chains.push(id)).on('accountsChanged', (list) => accounts.push(list))
    await wallet.switchChain(31338)
    await wallet.switchAccount(1)
    const [first, second] = wallet.evm.accounts
    expect(connectorEvents).toEqual([
      { type: 'network', networkId: 'eip155:31338' },
      { type: 'accounts', accounts: [second, first].map((address) => ({ address, type: 'eoa' })) },
    ])
    expect([chains, accounts]).toEqual([['0x7a6a'], [[second, first]]])
    await wallet.disconnect()
    await expect.poll(() => connectorEvents.at(-1)).toEqual({ type: 'disconnect' })
  })

  test('behavior: switches to an announced chain once the wallet shares it', async () => {
    const { connect, connectorEvents, wallet } = start()
    wallet.settlement = { chains: ['eip155:31337'] }
    const { provider } = await connect()
    await wallet.emit({ name: 'chainChanged', data: 31338, chainId: 'eip155:31338' })
    expect(connectorEvents).toEqual([])
    const shared = { methods: ['personal_sign'], events: ['chainChanged'] }
    const accounts = [`eip155:31337:${account}`, `eip155:31338:${account}`]
    await wallet.update({ eip155: { ...shared, accounts } })
    expect(connectorEvents[0]).toEqual({ type: 'network', networkId: 'eip155:31338' })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
  })
})

describe('signMessage', () => {
  test('error: no session, before and after one', async () => {
    const { connect, eip155 } = start()
    const sign = () => eip155.signMessage({ message: 'Hello', address: '0x1' })
    const expected = { rpcCode: 4900, message: 'UniversalAdapter:signMessage - provider is undefined' }
    await expect(sign()).rejects.toMatchObject(expected)
    await connect()
    await eip155.disconnect()
    await expect(sign()).rejects.toMatchObject(expected)
  })
})

describe('getApproval', () => {
  test('behavior: the chains and methods the wallet approved', async () => {
    const { wc, connect, wallet } = start()
    wallet.settlement = { chains: ['eip155:31337'], methods: ['personal_sign'] }
    expect(wc.getApproval('eip155')).toBeUndefined()
    await connect()
    expect(wc.getApproval('eip155')).toMatchObject({ chains: ['eip155:31337'], methods: ['personal_sign'] })
    expect(wc.getApproval('solana')).toBeUndefined()
    await wc.disconnect()
    expect(wc.getApproval('eip155')).toBeUndefined()
  })

  test('behavior: emits an event when the wallet changes the session', async () => {
    const { wc, connect, wallet } = start()
    wallet.settlement = { chains: ['eip155:31337'] }
    await connect()
    const approved: unknown[] = []
    stops.push(
      wc.subscribe(({ type }) => {
        if (type === 'session') approved.push(wc.getApproval('eip155')?.chains)
      }),
    )
    const accounts = [`eip155:31337:${account}`, `eip155:31338:${account}`]
    await wallet.update({ eip155: { methods: ['personal_sign'], events: ['chainChanged'], accounts } })
    expect(approved.at(-1)).toEqual(['eip155:31337', 'eip155:31338'])
  })
})

describe('switchNetwork', () => {
  test('behavior: switches locally if the session includes the network', async () => {
    const { connect, eip155, connectorEvents, wallet } = start()
    await connect()
    await eip155.switchNetwork({ network: chain(31338) })
    expect(connectorEvents).toEqual([{ type: 'network', networkId: 'eip155:31338' }])
    expect(wallet.requests).toEqual([])
  })

  test('behavior: otherwise asks the wallet to switch, and to add a network it does not have', async () => {
    // The wallet checks the chain id of the network it adds.
    stubNode({ eth_chainId: '0x7a6b' })
    const { connect, eip155, connectorEvents, wallet } = start()
    await connect()
    await eip155.switchNetwork({ network: chain(31339) })
    expect(wallet.requests.map(({ method }) => method)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ])
    expect(connectorEvents.at(-1)).toMatchObject({ type: 'network', networkId: 'eip155:31339' })
  })

  test('error: the user rejects', async () => {
    const { connect, eip155, wallet } = start()
    await connect()
    wallet.setPolicy('reject', { method: 'wallet_addEthereumChain' })
    await expect(eip155.switchNetwork({ network: chain(31339) })).rejects.toMatchObject({ rpcCode: 4001 })
  })

  test('error: the wallet did not approve switching', async () => {
    const { connect, eip155, wallet } = start()
    wallet.settlement = { methods: ['personal_sign'] }
    await connect()
    await expect(eip155.switchNetwork({ network: chain(31339) })).rejects.toMatchObject({ rpcCode: 4902 })
    expect(wallet.requests).toEqual([])
  })
})

describe('provider', () => {
  test('behavior: sends reads to the network and signing requests to the wallet', async () => {
    const { connect, rpc, wallet } = start()
    const { provider } = await connect()
    expect(await provider.request({ method: 'eth_getBalance', params: [account, 'latest'] })).toBe(
      'rpc eth_getBalance',
    )
    expect(await provider.request({ method: 'web3_clientVersion' })).toBe('rpc web3_clientVersion')
    expect(rpc).toHaveBeenCalledWith({
      networkId: 'eip155:31337',
      method: 'eth_getBalance',
      params: [account, 'latest'],
    })
    expect(wallet.requests).toEqual([])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual(wallet.evm.accounts)
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual(wallet.evm.accounts)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect(await provider.request({ method: 'net_version' })).toBe('31337')
    expect(await provider.request({ method: 'personal_sign', params: ['0x01', account] })).toMatch(/^0x/)
    expect(wallet.requests.map(({ method }) => method)).toEqual(['personal_sign'])
  })

  test('behavior: switches chains according to EIP-3326', async () => {
    const { connect, wallet } = start()
    const { provider } = await connect()
    const params = [{ chainId: '0x7a6a' }]
    expect(await provider.request({ method: 'wallet_switchEthereumChain', params })).toBeNull()
    expect(await provider.request({ method: 'wallet_addEthereumChain', params })).toBeNull()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
    expect(wallet.requests).toEqual([])
    await provider.request({ method: 'personal_sign', params: ['0x01', account] })
    expect(wallet.requests.at(-1)?.chainId).toBe('eip155:31338')
  })

  test('behavior: emits a sent transaction', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    stubNode({ eth_chainId: '0x7a69', eth_sendRawTransaction: hash })
    const { connect, connectorEvents } = start(
      {},
      { chains: [{ chainId: 31337, rpcUrl: 'http://localhost:1' }] },
    )
    const { provider } = await connect()
    const transaction = {
      from: account,
      to: account,
      value: '0x1',
      gas: '0x5208',
      gasPrice: '0x1',
      nonce: '0x0',
    }
    expect(await provider.request({ method: 'eth_sendTransaction', params: [transaction] })).toBe(hash)
    expect(connectorEvents).toEqual([{ type: 'transaction', hash, networkId: 'eip155:31337' }])
  })

  test.each([
    ['a wallet method that was not approved', 'wallet_sendCalls', 4200],
    ['a dangerous method that was not proposed', 'eth_sign', 4200],
    ['an invalid chain id', 'wallet_switchEthereumChain', -32602],
  ])('error: %s', async (_, method, rpcCode) => {
    const { connect, wallet, rpc } = start()
    wallet.settlement = { methods: ['personal_sign'] }
    const { provider } = await connect()
    await expect(provider.request({ method, params: [{}] })).rejects.toMatchObject({ code: rpcCode })
    expect(rpc).not.toHaveBeenCalled()
  })

  test('error: requests after disconnecting', async () => {
    const { connect, eip155 } = start()
    const { provider } = await connect()
    const errors: unknown[] = []
    const listener = (error: unknown) => errors.push(error)
    provider.on('disconnect', listener)
    await eip155.disconnect()
    expect(errors).toHaveLength(1)
    provider.removeListener('disconnect', listener)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    for (const method of ['eth_requestAccounts', 'eth_chainId', 'personal_sign', 'eth_getBalance']) {
      await expect(provider.request({ method })).rejects.toMatchObject({ code: 4900 })
    }
  })
})
