import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createKit, defineChain, disconnect, type KitEvent } from '@portico/core'
import { solanaDevnet } from '@portico/core/networks'
import { memoryStorage } from '@portico/core/testing'
import { verifySignature } from '@portico/siwx'
import { createSolanaWallet } from '@portico/testkit'
import { base58 } from '@scure/base'
import {
  BaseMessageSignerWalletAdapter,
  isVersionedTransaction,
  type WalletName,
  WalletReadyState,
  WalletSignMessageError,
} from '@solana/wallet-adapter-base'
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SolanaProvider } from '../provider/SolanaProvider.ts'
import { SolanaAdapter } from '../SolanaAdapter.ts'

const ends: (() => void)[] = []
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** An adapter for a browser extension that signs in its own process: it gets bytes and returns them. */
class ExtensionAdapter extends BaseMessageSignerWalletAdapter<'Sol Wallet'> {
  // The types of the base class do not show what it inherits from `eventemitter3`.
  declare emit: (event: string, ...values: unknown[]) => boolean
  declare listenerCount: (event: string) => number
  readonly extension = createSolanaWallet({ authorized: true })
  readonly name = 'Sol Wallet' as WalletName<'Sol Wallet'>
  readonly url = 'https://wallet.example'
  readonly icon = this.extension.wallet.icon
  supportedTransactionVersions: ReadonlySet<0 | 'legacy'> | null = new Set(['legacy', 0] as const)
  readyState = WalletReadyState.NotDetected
  publicKey: PublicKey | null = null
  connecting = false
  readonly seen: unknown[] = []

  detect() {
    this.readyState = WalletReadyState.Installed
    this.emit('readyStateChange', this.readyState)
  }
  choose(index: number) {
    this.publicKey = new PublicKey(this.extension.accounts[index] as string)
    this.emit('connect', this.publicKey)
  }
  async connect() {
    await this.#feature('standard:connect')
    this.choose(0)
  }
  async disconnect() {
    this.publicKey = null
    this.emit('disconnect')
  }
  async signMessage(message: Uint8Array) {
    try {
      const [output] = await this.#feature('solana:signMessage', { account: this.#account, message })
      return output.signature
    } catch (error) {
      throw new WalletSignMessageError('It did not sign.', error)
    }
  }
  async signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T> {
    this.seen.push(transaction)
    const message = isVersionedTransaction(transaction)
      ? transaction.message.serialize()
      : transaction.serializeMessage()
    const wire = Uint8Array.from([1, ...new Uint8Array(64), ...message])
    const [output] = await this.#feature('solana:signTransaction', {
      account: this.#account,
      chain: 'solana:devnet',
      transaction: wire,
    })
    const signed = VersionedTransaction.deserialize(output.signedTransaction)
    if (!this.publicKey) throw new Error('Not connected.')
    transaction.addSignature(this.publicKey, signed.signatures[0] as unknown as never)
    return transaction
  }
  get #account() {
    return this.extension.wallet.accounts.find(({ address }) => address === this.publicKey?.toBase58())
  }
  // biome-ignore lint/suspicious/noExplicitAny: the features are those of the Wallet Standard
  async #feature(feature: string, ...inputs: unknown[]): Promise<any> {
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const features = this.extension.wallet.features as any
    return features[feature][feature.slice(feature.indexOf(':') + 1)](...inputs)
  }
}

function start(wallets: object[], url?: string) {
  const network = url ? defineChain({ ...solanaDevnet, rpcUrls: { default: { http: [url] } } }) : solanaDevnet
  const kit = createKit({
    ...{ projectId: 'test', networks: [network], adapters: [new SolanaAdapter({ wallets })] },
    ...{ storage: memoryStorage(), logLevel: 'silent' },
  })
  ends.push(() => kit.destroy())
  const events: KitEvent[] = []
  kit.events.on((event) => events.push(event))
  const listed = () => kit.store.getState().connectors.map(({ id }) => id)
  const provider = () => [...kit.connectors.values()][0]?.getProvider() as SolanaProvider
  return { kit, events, listed, provider }
}

const blockhash = '4NCYB3kRT8sCNodPNuCZo8VUh4xqpBQxsxed2wd9xaD4'
const transfer = (fromPubkey: PublicKey) =>
  SystemProgram.transfer({ fromPubkey, toPubkey: fromPubkey, lamports: 5 })
const legacy = (payer: PublicKey) =>
  new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(transfer(payer))
const versioned = (payer: PublicKey) =>
  new VersionedTransaction(
    new TransactionMessage({
      ...{ payerKey: payer, recentBlockhash: blockhash, instructions: [transfer(payer)] },
    }).compileToV0Message(),
  )

describe('wallet adapters', () => {
  test('behavior: a published adapter connects, signs objects of the application, and disconnects', async () => {
    const adapter = new UnsafeBurnerWalletAdapter()
    const { kit, listed, provider } = start([adapter])
    await vi.waitFor(() => expect(listed()).toEqual(['Burner Wallet']))
    const { address } = await connect(kit, { connectorId: 'Burner Wallet' })
    const payer = new PublicKey(address)
    expect(adapter.publicKey?.toBase58()).toBe(address)

    const signature = base58.encode(await provider().signMessage(new TextEncoder().encode('hi')))
    const account = `${solanaDevnet.caipNetworkId}:${address}` as const
    expect(await verifySignature({ account, message: 'hi', signature })).toEqual({ ok: true })
    const signed = await provider().signTransaction(legacy(payer))
    expect([signed instanceof Transaction, signed.verifySignatures()]).toEqual([true, true])
    const both = await provider().signAllTransactions([versioned(payer), versioned(payer)])
    expect(
      both.map((one) => [one instanceof VersionedTransaction, one.signatures[0]?.some(Boolean)]),
    ).toEqual([
      [true, true],
      [true, true],
    ])
    await disconnect(kit)
    expect([adapter.publicKey, kit.store.getState().connections.solana?.status]).toEqual([
      null,
      'disconnected',
    ])
  })

  test('behavior: events of the wallet: detected, another account, disconnected', async () => {
    const adapter = new ExtensionAdapter()
    const { kit, listed } = start([adapter])
    await vi.waitFor(() => expect(adapter.listenerCount('readyStateChange')).toBe(1))
    expect(listed()).toEqual([])
    adapter.detect()
    expect(listed()).toEqual(['Sol Wallet'])
    await connect(kit, { connectorId: 'Sol Wallet' })
    adapter.choose(1)
    const [, second] = adapter.extension.accounts
    await vi.waitFor(() => expect(kit.store.getState().connections.solana).toMatchObject({ address: second }))
    await adapter.disconnect()
    await vi.waitFor(() => expect(kit.store.getState().connections.solana?.status).toBe('disconnected'))
    kit.destroy()
    expect(adapter.listenerCount('readyStateChange')).toBe(0)
  })

  test('behavior: bytes, which the kit writes, are signed without a Solana library, and sent by the network', async () => {
    const sent: string[] = []
    const server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      const { id, method, params } = JSON.parse(text)
      if (method === 'sendTransaction') sent.push(params[0])
      const result = method === 'getGenesisHash' ? 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' : ''
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
    ends.push(() => server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const adapter = new ExtensionAdapter()
    adapter.detect()
    const { kit, events, listed, provider } = start(
      [adapter],
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    )
    await vi.waitFor(() => expect(listed()).toEqual(['Sol Wallet']))
    const payer = new PublicKey((await connect(kit, { connectorId: 'Sol Wallet' })).address)

    for (const one of [versioned(payer).serialize(), legacy(payer).serialize({ verifySignatures: false })]) {
      const signed = await provider().signTransaction(Uint8Array.from(one))
      expect(VersionedTransaction.deserialize(signed).signatures[0]?.some(Boolean)).toBe(true)
    }
    expect(adapter.seen.map((one) => 'version' in (one as object))).toEqual([true, true])
    const hash = await provider().signAndSendTransaction(versioned(payer))
    const [signature] = VersionedTransaction.deserialize(Buffer.from(sent[0] ?? '', 'base64')).signatures
    expect([sent.length, base58.encode(signature as Uint8Array)]).toEqual([1, hash])
    expect(JSON.stringify(events)).toContain(hash)
  })

  test('behavior: a wallet that takes legacy transactions only', async () => {
    const adapter = new ExtensionAdapter()
    adapter.supportedTransactionVersions = null
    adapter.detect()
    const { kit, listed, provider } = start([adapter])
    await vi.waitFor(() => expect(listed()).toEqual(['Sol Wallet']))
    const payer = new PublicKey((await connect(kit, { connectorId: 'Sol Wallet' })).address)
    const wire = Uint8Array.from(legacy(payer).serialize({ verifySignatures: false }))
    expect(Transaction.from(await provider().signTransaction(wire)).verifySignatures()).toBe(true)
    expect(adapter.seen.map((one) => 'version' in (one as object))).toEqual([false])
  })

  test('behavior: a wallet that has registered itself takes its place', async () => {
    const adapter = new ExtensionAdapter()
    adapter.detect()
    const { kit, listed } = start([adapter])
    await vi.waitFor(() => expect(listed()).toEqual(['Sol Wallet']))
    const [wrapped] = kit.connectors.values()
    ends.push(createSolanaWallet({ name: 'Sol Wallet' }).announce(window))
    expect(listed()).toEqual(['Sol Wallet'])
    expect([...kit.connectors.values()][0]).not.toBe(wrapped)
  })

  test('error: a rejection keeps the code that the wallet gave it', async () => {
    const adapter = new ExtensionAdapter()
    adapter.detect()
    const { kit, listed, provider } = start([adapter])
    await vi.waitFor(() => expect(listed()).toEqual(['Sol Wallet']))
    await connect(kit, { connectorId: 'Sol Wallet' })
    adapter.extension.setPolicy('reject')
    await expect(provider().signMessage(new Uint8Array([1]))).rejects.toMatchObject({ rpcCode: 4001 })
  })
})
