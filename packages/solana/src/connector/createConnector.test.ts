import { type ConnectorEvent, defineChain } from '@portico/core'
import { solana as mainnet, solanaDevnet } from '@portico/core/networks'
import { RpcError } from '@portico/protocol'
import { createMessage, verifyMessage, verifySignature } from '@portico/siwx'
import { createMultiChainWallet, createSolanaWallet, type SolanaWalletOptions } from '@portico/testkit'
import { garbageSolanaAccounts, hostileSolanaWallet, hostileSolanaWallets } from '@portico/testkit/hostile'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createConnector } from './createConnector.ts'
import { lazyConnector } from './lazyConnector.ts'

const visitor = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const counterparty = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const local = defineChain({
  id: 'BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz',
  name: 'Local Solana',
  chainNamespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
})
const { caipNetworkId: networkId } = local

afterEach(() => void vi.useRealTimers())

const connectorOf = (wallet: object) =>
  createConnector({ id: 'Sol', name: 'Sol', icon: undefined, wallet, commitment: 'confirmed' })

function start(options: SolanaWalletOptions = {}) {
  const wallet = createSolanaWallet(options)
  const connector = connectorOf(wallet.wallet)
  const events: ConnectorEvent[] = []
  const stop = connector.subscribe((event) => events.push(event))
  return { wallet, connector, events, stop }
}

const tick = () => new Promise<void>((resolve) => setTimeout(resolve))
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('connect', () => {
  test('behavior: connects, and returns accounts and the requested network', async () => {
    const { connector } = start()
    expect(await connector.connect({ silent: false, networkId })).toEqual({
      accounts: [
        { address: visitor, type: 'eoa' },
        { address: counterparty, type: 'eoa' },
      ],
      networkId,
    })
  })

  test.each([
    [['solana:devnet', 'solana:testnet'], networkId, solanaDevnet.caipNetworkId],
    [['solana:localnet', 'solana:devnet'], mainnet.caipNetworkId, networkId],
    [['solana:localnet', 'solana:devnet'], undefined, networkId],
    [['solana:devnet', 'solana:localnet'], undefined, solanaDevnet.caipNetworkId],
  ] as const)('param: networkId, with %s and %s', async (chains, requested, expected) => {
    const { connector } = start({ chains })
    expect((await connector.connect({ silent: false, networkId: requested })).networkId).toBe(expected)
  })

  test('param: silent does not ask the user', async () => {
    const { connector, wallet } = start({ policy: 'hang' })
    expect(await connector.connect({ silent: true, networkId })).toEqual({ accounts: [], networkId })
    expect(wallet.pending).toEqual([])
  })

  test('error: the user rejects', async () => {
    const { connector } = start({ policy: 'reject' })
    expect(await caught(connector.connect({ silent: false }))).toMatchObject({ rpcCode: 4001 })
  })

  test('behavior: accounts of other namespaces are skipped', async () => {
    const { honest, wallet } = hostileSolanaWallet({
      methods: {
        'standard:connect': async () => ({
          accounts: [{ address: 'bc1q', chains: ['bitcoin:mainnet'] }, ...honest.wallet.accounts],
        }),
      },
    })
    const { accounts } = await connectorOf(wallet).connect({ silent: false })
    expect(accounts.map(({ address }) => address)).toEqual([visitor, counterparty])
  })

  test('behavior: a wallet that returns nothing but lists its accounts', async () => {
    const { wallet } = hostileSolanaWallet({ methods: { 'standard:connect': async () => undefined } })
    expect((await connectorOf(wallet).connect({ silent: false })).accounts).toHaveLength(2)
  })

  test.each(Object.entries(garbageSolanaAccounts))('error: a wallet that shares %s', async (_, accounts) => {
    const { wallet } = hostileSolanaWallet({
      methods: { 'standard:connect': async () => ({ accounts }) },
      members: { accounts },
    })
    expect(await caught(connectorOf(wallet).connect({ silent: false }))).toMatchObject({ rpcCode: 4100 })
    expect((await connectorOf(wallet).connect({ silent: true })).accounts).toEqual([])
  })

  test('error: a wallet with unknown networks only', async () => {
    const { wallet } = hostileSolanaWallet({ members: { chains: ['solana:moonnet'] } })
    expect(await caught(connectorOf(wallet).connect({ silent: false }))).toMatchObject({ rpcCode: 4901 })
  })
})

describe('subscribe', () => {
  test('behavior: emits an account change and a disconnect', async () => {
    const { connector, wallet, events } = start()
    await connector.connect({ silent: false, networkId })
    await tick()
    events.length = 0
    wallet.switchAccount(1)
    await tick()
    wallet.disconnect()
    await tick()
    expect(events).toEqual([
      {
        type: 'accounts',
        accounts: [
          { address: counterparty, type: 'eoa' },
          { address: visitor, type: 'eoa' },
        ],
      },
      { type: 'disconnect' },
    ])
  })

  test('behavior: a wallet that drops the network switches the kit', async () => {
    const { connector, wallet, events } = start()
    await connector.connect({ silent: false, networkId })
    await tick()
    events.length = 0
    wallet.setChains(['solana:localnet'])
    await tick()
    expect(events).toEqual([])
    wallet.setChains(['solana:devnet'])
    await tick()
    expect(events).toEqual([{ type: 'network', networkId: solanaDevnet.caipNetworkId }])
  })

  test('behavior: many changes at once are one event, malformed ones none', async () => {
    let say = (_: unknown) => {}
    const { wallet, honest } = hostileSolanaWallet({
      methods: {
        'standard:events': (_: string, listener: (change: unknown) => void) => {
          say = listener
        },
      },
    })
    const connector = connectorOf(wallet)
    const events: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => events.push(event))
    for (let i = 0; i < 1000; i++) say({ accounts: honest.wallet.accounts })
    await tick()
    expect(events).toHaveLength(1)
    for (const accounts of Object.values(garbageSolanaAccounts)) say({ accounts })
    for (const change of [undefined, null, 'text', 1, new Proxy({}, { get: () => expect.unreachable })])
      say(change)
    await tick()
    expect(events).toHaveLength(1)
    stop()
    say({ accounts: [] })
    await tick()
    expect(events).toHaveLength(1)
  })

  test('behavior: only accounts of other namespaces are a disconnect', async () => {
    let say = (_: unknown) => {}
    const { wallet } = hostileSolanaWallet({
      methods: {
        'standard:events': (_: string, listener: (change: unknown) => void) => {
          say = listener
        },
      },
    })
    const events: ConnectorEvent[] = []
    connectorOf(wallet).subscribe((event) => events.push(event))
    say({ accounts: [{ address: 'bc1q', chains: ['bitcoin:mainnet'] }] })
    await tick()
    expect(events).toEqual([{ type: 'disconnect' }])
  })

  test('behavior: changes of a multi-chain wallet on other namespaces are ignored', async () => {
    const polyglot = createMultiChainWallet({ evm: { chains: [{ chainId: 31337 }] } })
    const connector = connectorOf(polyglot.wallet)
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    expect((await connector.connect({ silent: false, networkId })).accounts).toHaveLength(2)
    await tick()
    const connected = [...events]
    const connect = polyglot.wallet.features['bitcoin:connect'] as { connect(): Promise<unknown> }
    await connect.connect()
    expect(polyglot.wallet.accounts.length).toBeGreaterThan(2)
    polyglot.bitcoin.disconnect()
    await polyglot.evm.provider.request({ method: 'eth_requestAccounts' })
    polyglot.evm.disconnect()
    await tick()
    // If anything is emitted, it has the same accounts.
    const emitted = new Set(events.map((event) => JSON.stringify(event)))
    expect(emitted).toEqual(new Set(connected.map((event) => JSON.stringify(event))))
    polyglot.solana.disconnect()
    await tick()
    expect(events.at(-1)).toEqual({ type: 'disconnect' })
  })

  test('behavior: no events after unsubscribing', async () => {
    const { connector, wallet, events, stop } = start()
    await connector.connect({ silent: false })
    await tick()
    events.length = 0
    stop()
    wallet.switchAccount(1)
    await tick()
    expect(events).toEqual([])
  })
})

describe('disconnect', () => {
  test('behavior: disconnects the wallet', async () => {
    const { connector, wallet } = start({ authorized: true })
    await connector.disconnect()
    expect(wallet.connected).toBe(false)
  })

  test('behavior: a wallet that never responds does not block', async () => {
    vi.useFakeTimers()
    const { wallet } = hostileSolanaWallets['never answers']?.() ?? hostileSolanaWallet()
    const done = connectorOf(wallet).disconnect()
    await vi.advanceTimersByTimeAsync(500)
    await done
  })
})

describe('switchNetwork', () => {
  test('behavior: switches to supported networks only', async () => {
    const { connector, events } = start()
    await connector.connect({ silent: false, networkId })
    await connector.switchNetwork({ network: solanaDevnet })
    expect(events).toContainEqual({ type: 'network', networkId: solanaDevnet.caipNetworkId })
    const error = await caught(connector.switchNetwork({ network: mainnet }))
    expect(error).toMatchObject({
      rpcCode: 4902,
      message: 'Chain is not supported',
      metaMessages: [`Network: ${mainnet.caipNetworkId}`, 'RPC code: 4902'],
    })
  })
})

describe('signMessage', () => {
  const text = createMessage({
    domain: 'example.com',
    address: visitor,
    statement: 'Welcome.',
    uri: 'https://example.com',
    version: '1',
    chainId: networkId,
    nonce: 'abcdefgh',
    issuedAt: '2026-01-01T00:00:00Z',
    resources: ['https://example.com/terms'],
  })
  const now = new Date('2026-01-01T00:00:01Z')
  const methodsOf = (wallet: ReturnType<typeof start>['wallet']) =>
    wallet.requests.map(({ method }) => method)

  test('behavior: signs a text', async () => {
    const { connector, wallet } = start({ authorized: true })
    const signature = await connector.signMessage({ message: 'Grüße 🦊', address: visitor })
    const account = `${networkId}:${visitor}` as const
    expect(await verifySignature({ account, message: 'Grüße 🦊', signature })).toEqual({ ok: true })
    expect(methodsOf(wallet)).toEqual(['solana:signMessage'])
  })

  test.each([
    ['with a statement', text],
    ['without', text.replace('Welcome.\n\n', '')],
  ])('behavior: a sign-in %s goes through solana:signIn', async (_, message) => {
    const { connector, wallet } = start({ authorized: true })
    const signature = await connector.signMessage({ message, address: visitor })
    expect(await verifyMessage({ message, signature, now })).toMatchObject({ ok: true })
    expect(methodsOf(wallet)).toEqual(['solana:signIn'])
  })

  test('behavior: a wallet without solana:signIn signs it as a message', async () => {
    const { connector, wallet } = start({ authorized: true, features: ['solana:signMessage'] })
    const signature = await connector.signMessage({ message: text, address: visitor })
    expect(await verifyMessage({ message: text, signature, now })).toMatchObject({ ok: true })
    expect(methodsOf(wallet)).toEqual(['solana:signMessage'])
  })

  test('behavior: a sign-in of another account than the active one is signed as a message', async () => {
    const message = text.replace(visitor, counterparty)
    const { connector, wallet } = start({ authorized: true })
    const signature = await connector.signMessage({ message, address: counterparty })
    expect(await verifyMessage({ message, signature, now })).toMatchObject({ ok: true })
    expect(methodsOf(wallet)).toEqual(['solana:signMessage'])
  })

  test('behavior: after a wallet signed another text, solana:signIn is not used again', async () => {
    let count = 0
    const { wallet, honest } = hostileSolanaWallet({
      methods: {
        'solana:signIn': async () => {
          count++
          const signedMessage = new TextEncoder().encode(`${text} `)
          return [{ account: honest.wallet.accounts[0], signedMessage, signature: new Uint8Array(64) }]
        },
      },
    })
    const connector = connectorOf(wallet)
    for (let i = 0; i < 2; i++) {
      const signature = await connector.signMessage({ message: text, address: visitor })
      expect(await verifyMessage({ message: text, signature, now })).toMatchObject({ ok: true })
    }
    expect(count).toBe(1)
  })

  test('error: a rejected solana:signIn is a rejection', async () => {
    const { connector, wallet } = start({ authorized: true, policy: 'reject' })
    expect(await caught(connector.signMessage({ message: text, address: visitor }))).toMatchObject({
      rpcCode: 4001,
    })
    expect(methodsOf(wallet)).toEqual(['solana:signIn'])
  })

  test('error: a wallet that signs no messages', async () => {
    const { connector } = start({ authorized: true, features: ['solana:signTransaction'] })
    const error = await caught(connector.signMessage({ message: 'hi', address: visitor }))
    expect((error as Error).message).toMatchInlineSnapshot(`
      "The wallet does not support solana:signMessage. Connect a wallet that does.

      RPC code: 4200"
    `)
  })

  test('error: an account the wallet does not share', async () => {
    const { connector } = start()
    expect(await caught(connector.signMessage({ message: 'hi', address: visitor }))).toMatchObject({
      rpcCode: 4100,
    })
  })

  test('error: a wallet that signs another text', async () => {
    const { wallet } = hostileSolanaWallet({
      methods: {
        'solana:signMessage': async () => [
          { signature: new Uint8Array(64), signedMessage: new TextEncoder().encode('pay') },
        ],
      },
    })
    expect(await caught(connectorOf(wallet).signMessage({ message: 'hi', address: visitor }))).toMatchObject({
      rpcCode: -32603,
    })
  })
})

describe('createConnector', () => {
  test.each(Object.entries(hostileSolanaWallets))('behavior: a wallet that %s', async (_, createWallet) => {
    const { wallet } = createWallet()
    const connector = connectorOf(wallet)
    const stop = connector.subscribe(() => {})
    for (const ask of [
      () => connector.connect({ silent: true }),
      () => connector.connect({ silent: false, networkId }),
      () => connector.signMessage({ message: 'hi', address: visitor }),
      () => connector.switchNetwork({ network: local }),
      () => connector.disconnect(),
    ]) {
      const result = await ask().catch((error: unknown) => error)
      if (result instanceof Error) expect(result).toBeInstanceOf(RpcError)
      if (typeof result === 'string') expect(result).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
    }
    stop()
  })
})

describe('lazyConnector', () => {
  test('behavior: becomes the connector on first use', async () => {
    const wallet = createSolanaWallet()
    const parameters = {
      id: 'Sol',
      name: 'Sol',
      icon: undefined,
      wallet: wallet.wallet,
      commitment: 'confirmed',
    } as const
    const connector = lazyConnector(parameters)
    expect(connector.getProvider()).toBeUndefined()
    const events: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => events.push(event))
    expect((await connector.connect({ silent: false })).accounts).toHaveLength(2)
    await tick()
    wallet.switchAccount(1)
    await tick()
    expect(events.at(-1)).toMatchObject({ type: 'accounts' })
    expect(connector.getProvider()).toMatchObject({ id: 'Sol' })
    stop()
  })
})
