import type { Account, Connector, ConnectorEvent, Network } from '@portico/core'
import { bitcoin, bitcoinSignet, bitcoinTestnet } from '@portico/core/networks'
import { RpcError } from '@portico/protocol'
import { verifySignature } from '@portico/siwx'
import { createBitcoinWallet, createXverseProvider } from '@portico/testkit'
import { base64, hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { describe, expect, test, vi } from 'vitest'
import { windowWallets } from '../../test/windowWallets.ts'
import { createEndpoints } from '../esplora/createEndpoints.ts'
import { addressParams } from '../parsing/addressScript.ts'
import type { BitcoinProvider } from '../provider/BitcoinProvider.ts'
import type { WalletKind } from '../wallets/WalletKind.ts'
import { createConnector } from './createConnector.ts'

const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const message = 'Hello, Bitcoin: öäü 😄'

function connectorOf(
  kind: WalletKind,
  walletObject: object,
  esploraUrls = {},
): Omit<Connector, 'getProvider'> & { getProvider(): BitcoinProvider } {
  return createConnector({
    id: kind,
    name: kind,
    type: kind === 'standard' ? 'ANNOUNCED' : 'INJECTED',
    kind,
    icon: undefined,
    walletObject,
    endpoints: createEndpoints(esploraUrls),
  }) as never
}

const allChains = ['bitcoin:regtest', 'bitcoin:testnet', 'bitcoin:signet', 'bitcoin:mainnet'] as const

/** A wallet of every kind that creates real signatures, with controls for the simulated user and its networks. */
const kinds: Record<
  WalletKind,
  () => {
    walletObject: object
    user: {
      setPolicy(policy: 'reject' | 'approve'): void
      switchAccount(index: number): void
      disconnect(): void
    }
    networks: Network[]
    purposes: number
    hasEvents: boolean
    canReconnectSilently: boolean
  }
> = {
  standard() {
    const user = createBitcoinWallet({ allowMainnet: true, chains: allChains })
    return {
      walletObject: user.wallet,
      user,
      networks: [bitcoin, bitcoinTestnet, bitcoinSignet],
      purposes: 4,
      hasEvents: true,
      canReconnectSilently: true,
    }
  },
  xverse() {
    const user = createXverseProvider({
      allowMainnet: true,
      chains: ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:signet'],
    })
    return {
      walletObject: user.provider,
      user,
      networks: [bitcoin, bitcoinTestnet, bitcoinSignet],
      purposes: 2,
      hasEvents: true,
      canReconnectSilently: true,
    }
  },
  okx() {
    const { okx, xverse } = windowWallets()
    return {
      walletObject: okx,
      user: xverse,
      networks: [bitcoin, bitcoinTestnet, bitcoinSignet],
      purposes: 1,
      hasEvents: true,
      canReconnectSilently: true,
    }
  },
  unisat() {
    const { unisat, xverse } = windowWallets()
    return {
      walletObject: unisat,
      user: xverse,
      networks: [bitcoin, bitcoinTestnet, bitcoinSignet],
      purposes: 1,
      hasEvents: true,
      canReconnectSilently: true,
    }
  },
  leather() {
    const { leather, xverse } = windowWallets()
    return {
      walletObject: leather,
      user: xverse,
      networks: [bitcoin],
      purposes: 2,
      hasEvents: false,
      canReconnectSilently: false,
    }
  },
  phantom() {
    const { phantom, xverse } = windowWallets()
    return {
      walletObject: phantom,
      user: xverse,
      networks: [bitcoin],
      purposes: 2,
      hasEvents: false,
      canReconnectSilently: false,
    }
  },
}
const names = Object.keys(kinds) as WalletKind[]

describe.each(names)('createConnector of %s', (kind) => {
  test('behavior: connects with validated accounts and public keys, payments first', async () => {
    const { walletObject, purposes } = kinds[kind]()
    const connector = connectorOf(kind, walletObject)
    const { accounts, networkId } = await connector.connect({
      silent: false,
      networkId: bitcoin.caipNetworkId,
    })
    expect(networkId).toBe(bitcoin.caipNetworkId)
    expect(accounts).toHaveLength(purposes)
    expect(accounts[0]).toMatchObject({ type: 'payment', address: expect.stringMatching(/^bc1q/) })
    for (const { publicKey } of accounts) expect(publicKey).toMatch(/^([0-9a-f]{64}|[0-9a-f]{66})$/)
    if (purposes > 1) expect(accounts.at(-1)?.type).toBe('ordinal')
  })

  test('behavior: a silent connect does not ask the user', async () => {
    const { walletObject, user, canReconnectSilently } = kinds[kind]()
    user.setPolicy('reject')
    const before = connectorOf(kind, walletObject)
    expect((await before.connect({ silent: true, networkId: bitcoin.caipNetworkId })).accounts).toEqual([])
    user.setPolicy('approve')
    const { accounts } = await before.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    user.setPolicy('reject')
    const after = await connectorOf(kind, walletObject).connect({
      silent: true,
      networkId: bitcoin.caipNetworkId,
    })
    expect(after.accounts).toEqual(canReconnectSilently ? accounts : [])
  })

  test('behavior: signs messages that verify', async () => {
    const { walletObject } = kinds[kind]()
    const connector = connectorOf(kind, walletObject)
    const { accounts } = await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    for (const { address } of accounts) {
      const signature = await connector.signMessage({ message, address })
      const account = `${bitcoin.caipNetworkId}:${address}` as never
      expect(await verifySignature({ account, message, signature })).toEqual({ ok: true })
      expect(
        await connector.getProvider().request({ method: 'signMessage', params: { address, message } }),
      ).toEqual(expect.any(String))
    }
    await expect(connector.signMessage({ message, address: 'somebody' })).rejects.toMatchObject({
      rpcCode: 4100,
    })
  })

  test('behavior: signs PSBTs', async () => {
    const { walletObject } = kinds[kind]()
    const connector = connectorOf(kind, walletObject)
    const { accounts } = await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    const [{ address, publicKey = '' }] = accounts as readonly [Account]
    const transaction = new Transaction()
    const { script } = p2wpkh(hex.decode(publicKey))
    transaction.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000n } })
    transaction.addOutputAddress(address, 9000n, addressParams.mainnet)
    const psbt = base64.encode(transaction.toPSBT())
    const signed = await connector.getProvider().signPSBT({ psbt, signInputs: [{ address, index: 0 }] })
    const result = Transaction.fromPSBT(base64.decode(signed.psbt))
    if (!result.isFinal) result.finalize()
    expect(result.fee).toBe(1000n)
    const provider = connector.getProvider()
    await expect(
      provider.signPSBT({ psbt: 'AAAA', signInputs: [{ address, index: 0 }] }),
    ).rejects.toMatchObject({ rpcCode: -32602 })
    await expect(provider.signPSBT({ psbt, signInputs: [{ address, index: 7 }] })).rejects.toMatchObject({
      rpcCode: -32602,
    })
    await expect(provider.signPSBT({ psbt, signInputs: [{ address: 'x', index: 0 }] })).rejects.toMatchObject(
      { rpcCode: 4100 },
    )
  })

  test('error: rejects with 4001 if the user rejects', async () => {
    const { walletObject, user } = kinds[kind]()
    const connector = connectorOf(kind, walletObject)
    user.setPolicy('reject')
    await expect(connector.connect({ silent: false })).rejects.toMatchObject({ rpcCode: 4001 })
    user.setPolicy('approve')
    const { accounts } = await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    user.setPolicy('reject')
    const address = accounts[0]?.address as string
    const signing = connector.signMessage({ message, address })
    await expect(signing).rejects.toBeInstanceOf(RpcError)
    await expect(signing).rejects.toMatchObject({ rpcCode: 4001 })
  })

  test('behavior: switches to supported networks only', async () => {
    const { walletObject, networks } = kinds[kind]()
    const connector = connectorOf(kind, walletObject)
    await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    const events: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => events.push(event))
    for (const network of networks.slice(1, 2)) {
      await connector.switchNetwork({ network })
      await vi.waitFor(() => expect(events.some(({ type }) => type === 'accounts')).toBe(true))
      const [first] = await connector.getProvider().getAccountAddresses()
      expect(first?.address).toMatch(/^tb1q/)
      const signature = await connector.signMessage({ message, address: first?.address as string })
      const account = `${network.caipNetworkId}:${first?.address}` as never
      expect(await verifySignature({ account, message, signature })).toEqual({ ok: true })
    }
    stop()
    const litecoin = {
      ...bitcoin,
      name: 'Litecoin',
      caipNetworkId: 'bip122:12a765e31ffd4059bada1e25190f6e98',
    } as const
    await expect(connector.switchNetwork({ network: litecoin })).rejects.toMatchObject({
      rpcCode: 4902,
      message: 'Chain is not supported',
    })
  })

  test('behavior: emits events when the account changes and when the wallet disconnects', async () => {
    const { walletObject, user, hasEvents } = kinds[kind]()
    if (!hasEvents) return
    const connector = connectorOf(kind, walletObject)
    const { accounts } = await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    const events: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => events.push(event))
    user.switchAccount(1)
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['accounts']))
    const [changed] = events as [Extract<ConnectorEvent, { type: 'accounts' }>]
    expect(changed.accounts[0]?.address).not.toBe(accounts[0]?.address)
    user.disconnect()
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['accounts', 'disconnect']))
    stop()
    await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    user.switchAccount(0)
    await Promise.resolve()
    expect(events).toHaveLength(2)
  })

  test('behavior: disconnect clears the accounts', async () => {
    const { walletObject } = kinds[kind]()
    const connector = connectorOf(kind, walletObject)
    const { accounts } = await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    await connector.disconnect()
    const address = accounts[0]?.address as string
    await expect(connector.signMessage({ message, address })).rejects.toMatchObject({ rpcCode: 4100 })
  })

  // The wallet returns the same invalid value from every method and event.
  test.each(invalidResponses())('error: every wallet response is %s', async (_, value) => {
    const { walletObject } = kinds[kind]()
    const connector = connectorOf(
      kind,
      withResponse(walletObject, () => value),
    )
    const events: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => events.push(event))
    for (const attempt of [
      () => connector.connect({ silent: false }),
      () => connector.connect({ silent: true }),
      () => connector.switchNetwork({ network: bitcoin }),
      () => connector.signMessage({ message, address: 'bc1q' }),
    ]) {
      const outcome = await attempt().catch((error: unknown) => error)
      if (outcome && typeof outcome === 'object' && 'accounts' in outcome)
        expect(outcome.accounts).toEqual([])
      else expect(outcome).toBeInstanceOf(RpcError)
    }
    await connector.disconnect()
    stop()
    expect(events).toEqual([])
  })
})

describe('createConnector', () => {
  test("behavior: connects to the wallet's first network if it does not support the requested one", async () => {
    const { wallet } = createBitcoinWallet({ chains: ['bitcoin:regtest'] })
    const answer = await connectorOf('standard', wallet).connect({
      silent: false,
      networkId: bitcoin.caipNetworkId,
    })
    expect(answer.networkId).toBe(regtest)
    expect(answer.accounts[0]?.address).toMatch(/^bcrt1q/)
  })

  test('behavior: emits the network change before its accounts', async () => {
    const { wallet } = createBitcoinWallet({ chains: ['bitcoin:regtest', 'bitcoin:signet'] })
    const connector = connectorOf('standard', wallet)
    await connector.connect({ silent: false, networkId: regtest })
    const events: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => events.push(event))
    await connector.switchNetwork({ network: bitcoinSignet })
    stop()
    expect(events).toEqual([
      { type: 'network', networkId: bitcoinSignet.caipNetworkId },
      { type: 'accounts', accounts: expect.arrayContaining([expect.objectContaining({ type: 'payment' })]) },
    ])
  })

  test('error: rejects a different transaction from the wallet', async () => {
    const xverse = createXverseProvider({ chains: ['bitcoin:regtest'] })
    const connector = connectorOf('xverse', xverse.provider)
    const { accounts } = await connector.connect({ silent: false, networkId: regtest })
    const [{ address, publicKey = '' }] = accounts as readonly [Account]
    const make = (amount: bigint) => {
      const transaction = new Transaction()
      const { script } = p2wpkh(hex.decode(publicKey))
      transaction.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000n } })
      transaction.addOutputAddress(address, amount, addressParams.regtest)
      return base64.encode(transaction.toPSBT())
    }
    const dishonest = connectorOf('xverse', {
      request: async (method: string, params: unknown) =>
        method === 'signPsbt' ? { result: { psbt: make(1n) } } : xverse.provider.request(method, params),
    })
    await dishonest.connect({ silent: false, networkId: regtest })
    const signing = dishonest
      .getProvider()
      .signPSBT({ psbt: make(9000n), signInputs: [{ address, index: 0 }], broadcast: true })
    await expect(signing).rejects.toThrow('different transaction')
  })

  /** Creates a registered wallet whose change events are emitted by the test. */
  function createEventWallet() {
    const { wallet } = createBitcoinWallet({ chains: ['bitcoin:regtest'] })
    let emit: (change: unknown) => void = () => {}
    const walletObject = {
      ...wallet,
      get accounts() {
        return wallet.accounts
      },
      features: {
        ...wallet.features,
        'bitcoin:events': {
          on(_: string, listener: typeof emit) {
            emit = listener
            return () => {}
          },
        },
      },
    }
    return { wallet, walletObject, emit: (accounts: readonly unknown[]) => emit({ accounts }) }
  }

  test('behavior: emits disconnect when the wallet switches to an account without Bitcoin', async () => {
    const { walletObject, emit } = createEventWallet()
    const connector = connectorOf('standard', walletObject)
    await connector.connect({ silent: false, networkId: regtest })
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    emit([{ address: 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH', chains: ['solana:mainnet'] }])
    await Promise.resolve()
    expect(events).toEqual([{ type: 'disconnect' }])
    expect(await connector.getProvider().getAccountAddresses()).toEqual([])
  })

  test('behavior: merges simultaneous changes; the last one wins', async () => {
    const { walletObject, wallet, emit } = createEventWallet()
    const connector = connectorOf('standard', walletObject)
    await connector.connect({ silent: false, networkId: regtest })
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    const [first] = wallet.accounts
    emit([])
    emit([first])
    await Promise.resolve()
    expect(events.map(({ type }) => type)).toEqual(['accounts'])
    emit([first])
    emit([])
    await Promise.resolve()
    expect(events.map(({ type }) => type)).toEqual(['accounts', 'disconnect'])
  })

  test('error: rejects with 4200 for missing wallet features', async () => {
    const { wallet } = createBitcoinWallet({ chains: ['bitcoin:regtest'], features: ['bitcoin:signMessage'] })
    const connector = connectorOf('standard', wallet)
    const { accounts } = await connector.connect({ silent: false, networkId: regtest })
    const [{ address, publicKey = '' }] = accounts as readonly [Account]
    const transaction = new Transaction()
    const { script } = p2wpkh(hex.decode(publicKey))
    transaction.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000n } })
    const signing = connector.getProvider().signPSBT({
      psbt: base64.encode(transaction.toPSBT()),
      signInputs: [{ address, index: 0 }],
    })
    await expect(signing).rejects.toMatchObject({ rpcCode: 4200 })
    await expect(connector.getProvider().request({ method: 'eth_accounts' })).rejects.toMatchObject({
      rpcCode: 4200,
    })
  })

  test('behavior: uses getAccounts with Xverse versions without wallet_connect', async () => {
    const xverse = createXverseProvider({
      chains: ['bitcoin:mainnet'],
      allowMainnet: true,
      methods: ['getAccounts'],
    })
    const connector = connectorOf('xverse', xverse.provider)
    expect((await connector.connect({ silent: true })).accounts).toEqual([])
    expect((await connector.connect({ silent: false })).accounts).toHaveLength(2)
  })
})

/** Wraps a wallet so that every method, at any depth, returns the given value. */
function withResponse(walletObject: object, respond: () => unknown): object {
  // The target is an empty object: a proxy of a frozen wallet must return the wallet's own methods.
  return new Proxy(
    {},
    {
      get(_, key) {
        const value: unknown = Reflect.get(walletObject, key)
        if (typeof value === 'function') return respond
        if (key === 'accounts') return respond()
        return typeof value === 'object' && value !== null && !Array.isArray(value)
          ? withResponse(value, respond)
          : value
      },
    },
  )
}

function invalidResponses(): [string, unknown][] {
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  return [
    ['undefined', undefined],
    ['null', null],
    ['a number', 42],
    ['a string', 'garbage'],
    ['an empty list', []],
    ['a list of empty values', [null, undefined, 1, '']],
    ['a list of Ethereum addresses', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']],
    [
      'an address of another network',
      { accounts: [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', chains: ['bitcoin:mainnet'] }] },
    ],
    ['an address with a wrong checksum', [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' }]],
    ['a result with markup', { result: { addresses: [{ address: '<img src=x onerror=alert(1)>' }] } }],
    ['an error that is a string', { error: 'garbage' }],
    ['ten thousand entries', Array.from({ length: 10_000 }, (_, index) => ({ address: `bc1q${index}` }))],
    [
      'an object that throws',
      {
        get accounts() {
          throw new Error('getter')
        },
        get result() {
          throw new Error('getter')
        },
      },
    ],
    ['a revoked proxy', revoked.proxy],
  ]
}
