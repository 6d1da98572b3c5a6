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
  home: object,
  esploraUrls = {},
): Omit<Connector, 'getProvider'> & { getProvider(): BitcoinProvider } {
  return createConnector({
    id: kind,
    name: kind,
    type: kind === 'standard' ? 'ANNOUNCED' : 'INJECTED',
    kind,
    icon: undefined,
    home,
    endpoints: createEndpoints(esploraUrls),
  }) as never
}

const everywhere = ['bitcoin:regtest', 'bitcoin:testnet', 'bitcoin:signet', 'bitcoin:mainnet'] as const

/** A wallet of every kind that really signs, with the person behind it and the networks it can be on. */
const kinds: Record<
  WalletKind,
  () => {
    home: object
    person: {
      setPolicy(policy: 'reject' | 'approve'): void
      switchAccount(index: number): void
      disconnect(): void
    }
    networks: Network[]
    purposes: number
    isTold: boolean
    isSilent: boolean
  }
> = {
  standard() {
    const person = createBitcoinWallet({ allowMainnet: true, chains: everywhere })
    return {
      home: person.wallet,
      person,
      networks: [bitcoin, bitcoinTestnet, bitcoinSignet],
      purposes: 4,
      isTold: true,
      isSilent: true,
    }
  },
  xverse() {
    const person = createXverseProvider({
      allowMainnet: true,
      chains: ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:signet'],
    })
    return {
      home: person.provider,
      person,
      networks: [bitcoin, bitcoinTestnet, bitcoinSignet],
      purposes: 2,
      isTold: true,
      isSilent: true,
    }
  },
  okx() {
    const { okx, xverse } = windowWallets()
    return {
      home: okx,
      person: xverse,
      networks: [bitcoin, bitcoinTestnet, bitcoinSignet],
      purposes: 1,
      isTold: true,
      isSilent: true,
    }
  },
  unisat() {
    const { unisat, xverse } = windowWallets()
    return {
      home: unisat,
      person: xverse,
      networks: [bitcoin, bitcoinTestnet, bitcoinSignet],
      purposes: 1,
      isTold: true,
      isSilent: true,
    }
  },
  leather() {
    const { leather, xverse } = windowWallets()
    return { home: leather, person: xverse, networks: [bitcoin], purposes: 2, isTold: false, isSilent: false }
  },
  phantom() {
    const { phantom, xverse } = windowWallets()
    return { home: phantom, person: xverse, networks: [bitcoin], purposes: 2, isTold: false, isSilent: false }
  },
}
const names = Object.keys(kinds) as WalletKind[]

describe.each(names)('createConnector of %s', (kind) => {
  test('behavior: connects with checked accounts, payments first, and their keys', async () => {
    const { home, purposes } = kinds[kind]()
    const connector = connectorOf(kind, home)
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

  test('behavior: in silence it asks nobody', async () => {
    const { home, person, isSilent } = kinds[kind]()
    person.setPolicy('reject')
    const before = connectorOf(kind, home)
    expect((await before.connect({ silent: true, networkId: bitcoin.caipNetworkId })).accounts).toEqual([])
    person.setPolicy('approve')
    const { accounts } = await before.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    person.setPolicy('reject')
    const after = await connectorOf(kind, home).connect({ silent: true, networkId: bitcoin.caipNetworkId })
    expect(after.accounts).toEqual(isSilent ? accounts : [])
  })

  test('behavior: signs messages that verify', async () => {
    const { home } = kinds[kind]()
    const connector = connectorOf(kind, home)
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
    const { home } = kinds[kind]()
    const connector = connectorOf(kind, home)
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

  test('behavior: a no is 4001', async () => {
    const { home, person } = kinds[kind]()
    const connector = connectorOf(kind, home)
    person.setPolicy('reject')
    await expect(connector.connect({ silent: false })).rejects.toMatchObject({ rpcCode: 4001 })
    person.setPolicy('approve')
    const { accounts } = await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    person.setPolicy('reject')
    const address = accounts[0]?.address as string
    const signing = connector.signMessage({ message, address })
    await expect(signing).rejects.toBeInstanceOf(RpcError)
    await expect(signing).rejects.toMatchObject({ rpcCode: 4001 })
  })

  test('behavior: switches to the networks it knows, and to no others', async () => {
    const { home, networks } = kinds[kind]()
    const connector = connectorOf(kind, home)
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
    await expect(connector.switchNetwork({ network: litecoin })).rejects.toMatchObject({ rpcCode: 4902 })
  })

  test('behavior: tells of another account and of the end', async () => {
    const { home, person, isTold } = kinds[kind]()
    if (!isTold) return
    const connector = connectorOf(kind, home)
    const { accounts } = await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    const events: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => events.push(event))
    person.switchAccount(1)
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['accounts']))
    const [changed] = events as [Extract<ConnectorEvent, { type: 'accounts' }>]
    expect(changed.accounts[0]?.address).not.toBe(accounts[0]?.address)
    person.disconnect()
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['accounts', 'disconnect']))
    stop()
    await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    person.switchAccount(0)
    await Promise.resolve()
    expect(events).toHaveLength(2)
  })

  test('behavior: forgets', async () => {
    const { home } = kinds[kind]()
    const connector = connectorOf(kind, home)
    const { accounts } = await connector.connect({ silent: false, networkId: bitcoin.caipNetworkId })
    await connector.disconnect()
    const address = accounts[0]?.address as string
    await expect(connector.signMessage({ message, address })).rejects.toMatchObject({ rpcCode: 4100 })
  })

  // Whatever a wallet answers, at connecting, by its events and to its methods.
  test.each(garbage())('error: %s in place of every answer', async (_, value) => {
    const { home } = kinds[kind]()
    const connector = connectorOf(
      kind,
      lying(home, () => value),
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
  test('behavior: the first network the wallet knows where it does not know the one asked for', async () => {
    const { wallet } = createBitcoinWallet({ chains: ['bitcoin:regtest'] })
    const answer = await connectorOf('standard', wallet).connect({
      silent: false,
      networkId: bitcoin.caipNetworkId,
    })
    expect(answer.networkId).toBe(regtest)
    expect(answer.accounts[0]?.address).toMatch(/^bcrt1q/)
  })

  test('behavior: another network is told before the accounts that are of it', async () => {
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

  test('error: a wallet that gives back another transaction', async () => {
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
    const liar = connectorOf('xverse', {
      request: async (method: string, params: unknown) =>
        method === 'signPsbt' ? { result: { psbt: make(1n) } } : xverse.provider.request(method, params),
    })
    await liar.connect({ silent: false, networkId: regtest })
    const signing = liar
      .getProvider()
      .signPSBT({ psbt: make(9000n), signInputs: [{ address, index: 0 }], broadcast: true })
    await expect(signing).rejects.toThrow('another transaction')
  })

  /** A registered wallet that tells what it is told to. */
  function teller() {
    const { wallet } = createBitcoinWallet({ chains: ['bitcoin:regtest'] })
    let tell: (change: unknown) => void = () => {}
    const home = {
      ...wallet,
      get accounts() {
        return wallet.accounts
      },
      features: {
        ...wallet.features,
        'bitcoin:events': {
          on(_: string, listener: typeof tell) {
            tell = listener
            return () => {}
          },
        },
      },
    }
    return { wallet, home, tell: (accounts: readonly unknown[]) => tell({ accounts }) }
  }

  test('behavior: a wallet that goes over to an account without Bitcoin is gone', async () => {
    const { home, tell } = teller()
    const connector = connectorOf('standard', home)
    await connector.connect({ silent: false, networkId: regtest })
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    tell([{ address: 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH', chains: ['solana:mainnet'] }])
    await Promise.resolve()
    expect(events).toEqual([{ type: 'disconnect' }])
    expect(await connector.getProvider().getAccountAddresses()).toEqual([])
  })

  test('behavior: of several changes at once the last word counts', async () => {
    const { home, wallet, tell } = teller()
    const connector = connectorOf('standard', home)
    await connector.connect({ silent: false, networkId: regtest })
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    const [first] = wallet.accounts
    tell([])
    tell([first])
    await Promise.resolve()
    expect(events.map(({ type }) => type)).toEqual(['accounts'])
    tell([first])
    tell([])
    await Promise.resolve()
    expect(events.map(({ type }) => type)).toEqual(['accounts', 'disconnect'])
  })

  test('error: half the features', async () => {
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

  test('error: Xverse of before wallet_connect is asked for its accounts', async () => {
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

/** Every method of a wallet, however deep, answers with what is given. */
function lying(home: object, lie: () => unknown): object {
  // The target is an empty object: a proxy of a frozen wallet would have to give its own methods.
  return new Proxy(
    {},
    {
      get(_, key) {
        const value: unknown = Reflect.get(home, key)
        if (typeof value === 'function') return lie
        if (key === 'accounts') return lie()
        return typeof value === 'object' && value !== null && !Array.isArray(value)
          ? lying(value, lie)
          : value
      },
    },
  )
}

function garbage(): [string, unknown][] {
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  return [
    ['undefined', undefined],
    ['null', null],
    ['a number', 42],
    ['a text', 'garbage'],
    ['an empty list', []],
    ['a list of nothing', [null, undefined, 1, '']],
    ['a list of addresses of Ethereum', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']],
    [
      'an address of another network',
      { accounts: [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', chains: ['bitcoin:mainnet'] }] },
    ],
    ['an address with a wrong checksum', [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' }]],
    ['a result of markup', { result: { addresses: [{ address: '<img src=x onerror=alert(1)>' }] } }],
    ['an error that is none', { error: 'garbage' }],
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
