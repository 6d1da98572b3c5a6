import type { ConnectorEvent } from '@portico/core'
import { RpcError } from '@portico/protocol'
import { verifySignature } from '@portico/siwx'
import { createSolanaWallet, type SolanaWalletOptions } from '@portico/testkit'
import { hostileSolanaWallet, hostileSolanaWallets } from '@portico/testkit/hostile'
import { base58, base64 } from '@scure/base'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test, vi } from 'vitest'
import { createConnector } from '../connector/createConnector.ts'
import { readWire } from './readWire.ts'
import type { SolanaProvider } from './SolanaProvider.ts'

const visitor = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const counterparty = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const networkId = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
const blockhash = '4NCYB3kRT8sCNodPNuCZo8VUh4xqpBQxsxed2wd9xaD4'
const payer = new PublicKey(visitor)

const transfer = (extra: Keypair[] = []) =>
  SystemProgram.transfer({
    fromPubkey: extra[0]?.publicKey ?? payer,
    toPubkey: new PublicKey(counterparty),
    lamports: 5,
  })
const legacy = () => new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(transfer())
const versioned = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: payer,
      recentBlockhash: blockhash,
      instructions: [transfer()],
    }).compileToV0Message(),
  )

async function connect(wallet: object) {
  const connector = createConnector({
    id: 'Sol',
    name: 'Sol',
    icon: undefined,
    wallet,
    commitment: 'confirmed',
  })
  const events: ConnectorEvent[] = []
  connector.subscribe((event) => events.push(event))
  await connector.connect({ silent: false, networkId })
  return { connector, events, provider: connector.getProvider() as SolanaProvider }
}

async function start(options: SolanaWalletOptions = {}) {
  const wallet = createSolanaWallet({ authorized: true, ...options })
  return { wallet, ...(await connect(wallet.wallet)) }
}

/** A wallet that signs and reports the transaction as sent. */
function sending() {
  const inputs: { chain: string; transaction: Uint8Array; options: unknown }[] = []
  const signature = new Uint8Array(64).fill(9)
  const { wallet } = hostileSolanaWallet({
    methods: {
      'solana:signAndSendTransaction': async (input: (typeof inputs)[number]) => {
        inputs.push(input)
        return [{ signature }]
      },
    },
  })
  return { wallet, inputs, hash: base58.encode(signature) }
}

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('publicKey', () => {
  test('behavior: the active account, with the methods that libraries use', async () => {
    const { provider, wallet } = await start()
    const { publicKey } = provider
    expect(publicKey?.toBase58()).toBe(visitor)
    expect(`${publicKey}`).toBe(visitor)
    expect(JSON.stringify({ publicKey })).toBe(`{"publicKey":"${visitor}"}`)
    expect(publicKey?.toBytes()).toEqual(payer.toBytes())
    expect(publicKey?.equals(payer)).toBe(true)
    expect(provider.publicKey).toBe(publicKey)
    wallet.switchAccount(1)
    await vi.waitFor(() => expect(provider.publicKey?.toBase58()).toBe(counterparty))
  })
})

describe('signMessage', () => {
  test('behavior: returns the 64 bytes of the signature', async () => {
    const { provider } = await start()
    const signature = base58.encode(await provider.signMessage(new TextEncoder().encode('hi')))
    expect(await verifySignature({ account: `${networkId}:${visitor}`, message: 'hi', signature })).toEqual({
      ok: true,
    })
    expect(await caught(provider.signMessage('hi' as never))).toMatchObject({ rpcCode: -32602 })
  })
})

describe('signTransaction', () => {
  test('behavior: returns a signed Transaction for a Transaction of web3.js', async () => {
    const { provider } = await start()
    const signed = await provider.signTransaction(legacy())
    expect(signed).toBeInstanceOf(Transaction)
    expect(signed.verifySignatures()).toBe(true)
  })

  test('behavior: returns a signed VersionedTransaction for a VersionedTransaction', async () => {
    const { provider } = await start()
    const signed = await provider.signTransaction(versioned())
    expect(signed).toBeInstanceOf(VersionedTransaction)
    expect(signed.signatures[0]).not.toEqual(new Uint8Array(64))
  })

  test('behavior: returns bytes for bytes', async () => {
    const { provider } = await start()
    const signed = await provider.signTransaction(versioned().serialize())
    expect(readWire(signed)?.signatures[0]).not.toEqual(new Uint8Array(64))
  })

  test('behavior: signs several transactions of both types, in their order', async () => {
    const { provider, wallet } = await start()
    expect(await provider.signAllTransactions([])).toEqual([])
    const signed = await provider.signAllTransactions<Transaction | VersionedTransaction>([
      legacy(),
      versioned(),
    ])
    expect(signed[0]).toBeInstanceOf(Transaction)
    expect(signed[1]).toBeInstanceOf(VersionedTransaction)
    expect(wallet.requests.filter(({ method }) => method === 'solana:signTransaction')).toHaveLength(1)
  })

  test.each([
    ['no transaction', {}],
    ['nothing', undefined],
    ['bytes of none', new Uint8Array(200)],
    ['one without payer and blockhash', new Transaction().add(transfer())],
  ])('error: %s', async (_, transaction) => {
    const { provider } = await start()
    expect(await caught(provider.signTransaction(transaction as never))).toMatchObject({ rpcCode: -32602 })
  })

  test('error: a transaction that the wallet returns unsigned', async () => {
    const { wallet } = hostileSolanaWallet({
      methods: { 'solana:signTransaction': async () => [{ signedTransaction: versioned().serialize() }] },
    })
    const { provider } = await connect(wallet)
    expect(await caught(provider.signTransaction(versioned()))).toMatchObject({ rpcCode: -32603 })
  })

  test('error: no account is connected', async () => {
    const { connector, provider } = await start()
    await connector.disconnect()
    expect(await caught(provider.signTransaction(versioned()))).toMatchObject({ rpcCode: 4100 })
  })
})

describe('signAndSendTransaction', () => {
  test('behavior: sends on the network of the kit, and emits an event', async () => {
    const { wallet, inputs, hash } = sending()
    const { provider, events } = await connect(wallet)
    expect(await provider.signAndSendTransaction(versioned(), { skipPreflight: true })).toBe(hash)
    expect(inputs).toMatchObject([
      { chain: 'solana:localnet', options: { skipPreflight: true, preflightCommitment: 'confirmed' } },
    ])
    expect(events).toContainEqual({ type: 'transaction', hash, networkId })
  })

  test('error: a wallet that cannot send', async () => {
    const { provider } = await start({ features: ['solana:signTransaction'] })
    expect(await caught(provider.signAndSendTransaction(versioned()))).toMatchObject({ rpcCode: 4200 })
  })
})

describe('sendTransaction', () => {
  const connectionOf = (hash: string) => ({
    sendRawTransaction: vi.fn(async (_: Uint8Array) => hash),
    getLatestBlockhash: vi.fn(async () => ({ blockhash })),
  })

  test('behavior: sends through the wallet if it can, with missing fields set', async () => {
    const { wallet, inputs, hash } = sending()
    const { provider } = await connect(wallet)
    const connection = connectionOf('')
    expect(await provider.sendTransaction(new Transaction().add(transfer()), connection)).toBe(hash)
    const sent = Transaction.from(inputs[0]?.transaction ?? [])
    expect([sent.feePayer?.toBase58(), sent.recentBlockhash]).toEqual([visitor, blockhash])
    expect(connection.sendRawTransaction).not.toHaveBeenCalled()
  })

  test('behavior: sends through the connection if the wallet only signs', async () => {
    const { provider, events } = await start({ features: ['solana:signTransaction'] })
    const hash = base58.encode(new Uint8Array(64).fill(3))
    const connection = connectionOf(hash)
    const other = Keypair.generate()
    const transaction = new Transaction().add(transfer([other]))
    expect(await provider.sendTransaction(transaction, connection, { signers: [other] })).toBe(hash)
    const [wire] = connection.sendRawTransaction.mock.calls[0] ?? []
    expect(Transaction.from(wire ?? []).verifySignatures()).toBe(true)
    expect(events).toContainEqual({ type: 'transaction', hash, networkId })
  })

  test('error: a connection that fails, or returns something else', async () => {
    const { provider } = await start({ features: ['solana:signTransaction'] })
    expect(await caught(provider.sendTransaction(versioned(), connectionOf('garbage')))).toMatchObject({
      rpcCode: -32603,
    })
    const failing = {
      ...connectionOf(''),
      sendRawTransaction: async () => Promise.reject(new Error('Blockhash not found')),
    }
    expect(await caught(provider.sendTransaction(versioned(), failing))).toBeInstanceOf(RpcError)
  })
})

describe('request', () => {
  test('behavior: the methods of WalletConnect', async () => {
    const { provider } = await start()
    expect(await provider.request({ method: 'solana_getAccounts' })).toEqual([{ pubkey: visitor }])
    const message = base58.encode(new TextEncoder().encode('hi'))
    const { signature } = (await provider.request({
      method: 'solana_signMessage',
      params: { message, pubkey: visitor },
    })) as { signature: string }
    expect(await verifySignature({ account: `${networkId}:${visitor}`, message: 'hi', signature })).toEqual({
      ok: true,
    })

    const transaction = base64.encode(versioned().serialize())
    const one = (await provider.request({ method: 'solana_signTransaction', params: { transaction } })) as {
      signature: string
      transaction: string
    }
    const signed = VersionedTransaction.deserialize(base64.decode(one.transaction))
    expect(base58.encode(signed.signatures[0] as Uint8Array)).toBe(one.signature)
    const all = await provider.request({
      method: 'solana_signAllTransactions',
      params: { transactions: [transaction, transaction] },
    })
    expect(all).toEqual({ transactions: [one.transaction, one.transaction] })
  })

  test('error: a message for another account than the active one', async () => {
    const { provider, wallet } = await start()
    const params = { message: base58.encode(new TextEncoder().encode('hi')), pubkey: counterparty }
    const asking = provider.request({ method: 'solana_signMessage', params })
    expect(await caught(asking)).toMatchObject({ rpcCode: 4100 })
    expect(wallet.requests.filter(({ method }) => method === 'solana:signMessage')).toEqual([])
  })

  test.each([
    ['eth_accounts', undefined, 4200],
    ['toString', undefined, 4200],
    ['solana_signMessage', undefined, -32602],
    ['solana_signMessage', { message: '0OIl' }, -32602],
    ['solana_signTransaction', { transaction: 'AAAA' }, -32602],
    ['solana_signTransaction', { transaction: 1 }, -32602],
  ])('error: %s with %o', async (method, params, rpcCode) => {
    const { provider } = await start()
    expect(await caught(provider.request({ method, params }))).toMatchObject({ rpcCode })
  })
})

describe('on', () => {
  test('behavior: emits account, network and disconnect events', async () => {
    const { provider, wallet, connector } = await start()
    const received: unknown[] = []
    const onAccount = (key: { toBase58(): string } | null) => received.push(key?.toBase58() ?? null)
    provider.on('accountsChanged', onAccount)
    provider.on('chainChanged', (id) => received.push(id))
    provider.on('disconnect', () => received.push('end'))
    wallet.switchAccount(1)
    await vi.waitFor(() => expect(received).toEqual([counterparty]))
    await connector.switchNetwork({ network: { caipNetworkId: networkId, name: 'Local' } as never })
    wallet.disconnect()
    await vi.waitFor(() => expect(received).toEqual([counterparty, networkId, null, 'end']))
    provider.off('accountsChanged', onAccount)
    provider.off('accountsChanged', onAccount)
  })

  test('behavior: one listener for two events, removed from one', async () => {
    const { provider, wallet, connector } = await start()
    const received = vi.fn()
    provider.on('accountsChanged', received)
    provider.on('accountsChanged', received)
    provider.on('chainChanged', received)
    provider.off('accountsChanged', received)
    wallet.switchAccount(1)
    await vi.waitFor(() => expect(provider.publicKey?.toBase58()).toBe(counterparty))
    await connector.switchNetwork({ network: { caipNetworkId: networkId, name: 'Local' } as never })
    expect(received.mock.calls).toEqual([[networkId]])
  })
})

describe('createProvider', () => {
  test.each(Object.entries(hostileSolanaWallets))('behavior: a wallet that %s', async (_, createWallet) => {
    const { wallet } = createWallet()
    const connector = createConnector({
      id: 'Sol',
      name: 'Sol',
      icon: undefined,
      wallet,
      commitment: 'confirmed',
    })
    await connector.connect({ silent: false, networkId }).catch(() => {})
    const provider = connector.getProvider() as SolanaProvider
    for (const ask of [
      () => provider.signMessage(new Uint8Array(3)),
      () => provider.signTransaction(versioned()),
      () => provider.signAllTransactions([legacy()]),
      () => provider.signAndSendTransaction(versioned()),
    ]) {
      const answer: unknown = await ask().catch((error: unknown) => error)
      if (answer instanceof Error) expect(answer).toBeInstanceOf(RpcError)
      else expect(answer).toBeDefined()
    }
  })
})

describe('readWire', () => {
  test('behavior: parses exactly what web3.js serializes', () => {
    for (const wire of [versioned().serialize(), legacy().serialize({ requireAllSignatures: false })]) {
      const bytes = Uint8Array.from(wire)
      expect(readWire(bytes)?.signers.map((signer) => base58.encode(signer))).toEqual([visitor])
      expect(readWire(Uint8Array.from([...bytes, 0]))).toBeUndefined()
      for (let length = 0; length < bytes.length; length++)
        expect(readWire(bytes.subarray(0, length))).toBeUndefined()
    }
  })

  test('behavior: never throws, whatever the bytes', () => {
    const bytes = Uint8Array.from(versioned().serialize())
    let seed = 1
    const random = () => {
      seed = (seed * 48271) % 2147483647
      return seed
    }
    for (let i = 0; i < 20_000; i++) {
      const spoiled = Uint8Array.from(bytes)
      for (let n = 0; n < 1 + (i % 4); n++) spoiled[random() % spoiled.length] = random() & 255
      const wire = readWire(spoiled)
      if (wire) expect(wire.signatures.length).toBeLessThanOrEqual(wire.signers.length)
    }
    for (let i = 0; i < 5_000; i++)
      readWire(Uint8Array.from({ length: random() % 300 }, () => random() & 255))
  })
})
