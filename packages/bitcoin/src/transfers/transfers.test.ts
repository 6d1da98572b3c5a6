import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  defineChain,
  type Endpoint,
  type Network,
  type SentTransaction,
  type TransferPlan,
  type TransferSpeed,
} from '@portico/core'
import { bitcoinTestnet } from '@portico/core/networks'
import { testTransfers } from '@portico/core/testing'
import { type LocalBitcoinNode, startBitcoin } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { createBitcoinWallet, createXverseProvider } from '@portico/testkit'
import { base64, hex } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createConnector } from '../connector/createConnector.ts'
import { createEndpoints } from '../esplora/createEndpoints.ts'
import { requestEsplora } from '../esplora/requestEsplora.ts'
import { addressParams, addressScript } from '../parsing/addressScript.ts'
import type { BitcoinProvider } from '../provider/BitcoinProvider.ts'
import type { Output } from '../spending/buildPsbt.ts'
import type { Coin } from '../spending/Coin.ts'
import type { WalletKind } from '../wallets/WalletKind.ts'
import { createTransfers } from './createTransfers.ts'
import type { TransferRequest } from './planTransfer.ts'

const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const [user, friend] = devnetManifest.bitcoin.accounts
const [from, to] = [user.payment.address, friend.payment.address]
const { BITCOIND } = process.env
const bitcoind = BITCOIND && BITCOIND !== 'none' ? BITCOIND : undefined

let folder: string
let node: LocalBitcoinNode
let endpoint: Endpoint
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-bitcoin-'))
  const real = bitcoind ? { bitcoind, folder } : {}
  node = await startBitcoin({ port: 0, esploraPort: 0, mineAfter: null, ...real })
  // Includes the payment that the seed has left unconfirmed.
  await node.mine()
  endpoint = { network: networkAt(node.esploraUrl), urls: [node.esploraUrl] }
}, 60_000)
afterAll(async () => {
  await node?.close()
  await rm(folder, { recursive: true, force: true })
})

const networkAt = (url: string): Network =>
  defineChain({
    id: regtest.slice('bip122:'.length),
    name: 'Local Bitcoin',
    chainNamespace: 'bip122',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [url] } },
  })

const endpoints = createEndpoints({})
const transfers = createTransfers(endpoints)
const read = (path: string) => requestEsplora({ urls: endpoint.urls, path })

async function readBalance({ address }: { address: string }): Promise<bigint> {
  const { chain_stats: stats } = (await read(`/address/${address}`)) as {
    chain_stats: { funded_txo_sum: number; spent_txo_sum: number }
  }
  return BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum)
}

/** Connects a wallet, and returns the provider that an application gets. */
async function connect(walletObject: object, kind: WalletKind = 'standard'): Promise<BitcoinProvider> {
  endpoints.registerUrls({ networkId: regtest, urls: endpoint.urls })
  const connector = createConnector({
    id: 'one',
    name: 'One',
    type: 'ANNOUNCED',
    kind,
    icon: undefined,
    walletObject,
    endpoints,
  })
  await connector.connect({ silent: false, networkId: regtest })
  return connector.getProvider() as BitcoinProvider
}

const chains = ['bitcoin:regtest'] as const
const signer = () => createBitcoinWallet({ chains: [...chains] })
/** A wallet with a transfer method of its own. */
const sender = () =>
  createXverseProvider({ chains: [...chains], esploraUrls: { 'bitcoin:regtest': node.esploraUrl } })

describe(bitcoind ? `the node of BITCOIND` : 'the local ledger', () => {
  testTransfers(
    {
      transfers,
      network: networkAt('http://localhost'),
      addresses: [from, to, user.ordinals.address, '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm'],
      refused: [
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        'tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8',
        '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
        '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      ],
      unknownHash: 'ab'.repeat(32),
      async start() {
        const refusing = signer()
        const refusingProvider = await connect(refusing.wallet)
        refusing.setPolicy('reject')
        const provider = await connect(signer().wallet)
        return { ...endpoint, provider, refusingProvider, from, to, readBalance, mine: () => node.mine() }
      },
    },
    { describe, test, expect },
  )

  const plan = (
    provider: unknown,
    amount: bigint,
    options: { to?: string; isMaximum?: boolean; speed?: TransferSpeed | undefined } = {},
  ) =>
    transfers.plan({
      ...endpoint,
      ...options,
      provider,
      transfer: { from, to: options.to ?? to, amount },
    })

  const outcomeOf = (sent: SentTransaction) =>
    transfers.waitForOutcome({ ...endpoint, sent, signal: AbortSignal.timeout(20_000) })
  const send = (provider: unknown, planned: TransferPlan) =>
    transfers.send({ ...endpoint, provider, plan: planned })
  const mempool = async () => (await read('/mempool/txids')) as string[]

  test('behavior: a wallet that can send by itself chooses the fee, unless there is a speed', async () => {
    const own = sender()
    const provider = await connect(own.provider, 'xverse')
    const planned = await plan(provider, 70_000n)
    expect([planned.request, planned.refusal]).toEqual(['wallet', undefined])
    const sent = await send(provider, planned)
    expect(sent.expiry).toBeUndefined()
    const expiry = await new Promise<string>((onExpiry) => {
      const signal = AbortSignal.timeout(20_000)
      transfers.waitForOutcome({ ...endpoint, sent, signal, onExpiry }).catch(() => {})
    })
    expect(expiry).toMatch(/^[0-9a-f]{64}:\d+/)
    expect((await plan(provider, 70_000n, { speed: 'slow' })).request).toMatchObject({
      coins: [expect.anything()],
    })
    const methods = own.requests.map(({ method }) => method)
    expect(methods).toContain('sendTransfer')
    expect(methods).not.toContain('signPsbt')
    await node.mine()
    expect(await outcomeOf(sent)).toBe('confirmed')
  })

  test('error: less than nodes pass on is refused, by the kind of the address', async () => {
    const provider = await connect(signer().wallet)
    for (const [recipient, least] of [
      [to, 294n],
      [user.ordinals.address, 330n],
      ['2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm', 540n],
      ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 546n],
    ] as const) {
      expect((await plan(provider, least - 1n, { to: recipient })).refusal).toBe('too-small')
      const planned = await plan(provider, least, { to: recipient })
      expect(planned.refusal).toBeUndefined()
      const sent = await send(provider, planned)
      expect(await mempool()).toContain(sent.hash)
      await node.mine()
    }
  })

  test('error: tokens, NFTs and the coins of an ordinals address cannot be sent', async () => {
    const provider = await connect(signer().wallet)
    const nft = { standard: 'metaplex', contract: 'x', tokenId: 'x' } as const
    for (const part of [{ token: 'x' }, { nft }, { from: user.ordinals.address }]) {
      const transfer = { from, to, amount: 10_000n, ...part }
      const planned = await transfers.plan({ ...endpoint, provider, transfer })
      expect(planned).toMatchObject({ refusal: 'not-transferable', request: undefined })
      await expect(send(provider, planned)).rejects.toMatchObject({ rpcCode: expect.any(Number) })
    }
  })

  test('behavior: own change is spent before it is in a block, payments of others are not', async () => {
    const provider = await connect(signer().wallet)
    const first = await send(provider, await plan(provider, 20_000n))
    const change = await plan(provider, 20_000n, { speed: 'fast', isMaximum: true })
    expect((change.request as { coins: Coin[] }).coins.map(({ txid }) => txid)).toContain(first.hash)

    const transfer = { from: to, to: from, amount: 30_000n }
    const incoming = await send(provider, await transfers.plan({ ...endpoint, provider, transfer }))
    const later = await plan(provider, 20_000n, { isMaximum: true })
    expect((later.request as { coins: Coin[] }).coins.map(({ txid }) => txid)).not.toContain(incoming.hash)
    await node.mine()
  })

  /**
   * A wallet as WalletConnect offers it, whose provider has `request` only. It really signs, but what `change` makes of the
   * request.
   */
  async function remote(change: (psbt: Transaction) => Transaction = (psbt) => psbt) {
    const { provider } = sender()
    async function call(method: string, params: object) {
      const response = await provider.request(method, params)
      if ('error' in response) throw response.error
      return response.result
    }
    await call('wallet_connect', { network: 'Regtest' })
    return {
      async request({ method, params }: { method: string; params: Record<string, string> }) {
        if (method === 'getAccountAddresses') return [user.payment]
        if (method === 'sendTransfer') {
          const recipients = [{ address: params.recipientAddress, amount: Number(params.amount) }]
          return call(method, { recipients })
        }
        const changed = change(Transaction.fromPSBT(base64.decode(params.psbt as string)))
        const signInputs = { [from]: Array.from({ length: changed.inputsLength }, (_, index) => index) }
        return call('signPsbt', { psbt: base64.encode(changed.toPSBT()), signInputs, broadcast: false })
      },
    }
  }

  test('behavior: sends with a wallet of WalletConnect, with and without a speed', async () => {
    const provider = await remote()
    for (const speed of [undefined, 'fast'] as const) {
      const sent = await send(provider, await plan(provider, 40_000n, { speed }))
      expect(await mempool()).toContain(sent.hash)
      await node.mine()
      expect(await outcomeOf(sent)).toBe('confirmed')
    }
  })

  /** Copies a PSBT, with other outputs. */
  function withOutputs(psbt: Transaction, change: (outputs: Output[]) => Output[]): Transaction {
    const copy = new Transaction()
    for (let index = 0; index < psbt.inputsLength; index++) copy.addInput(psbt.getInput(index))
    const outputs = Array.from({ length: psbt.outputsLength }, (_, index) => psbt.getOutput(index) as Output)
    for (const output of change(outputs)) copy.addOutput(output)
    return copy
  }
  const attacker = addressScript(user.ordinals.address, 'regtest') ?? expect.fail()
  const lies: [string, (psbt: Transaction) => Transaction][] = [
    [
      'another recipient',
      (psbt) => withOutputs(psbt, (all) => all.map((each) => ({ ...each, script: attacker }))),
    ],
    [
      'a higher fee',
      (psbt) =>
        withOutputs(psbt, (all) =>
          all.map((each, index) => (index === all.length - 1 ? { ...each, amount: each.amount - 1n } : each)),
        ),
    ],
    ['no change', (psbt) => withOutputs(psbt, (all) => all.filter(({ amount }) => amount === 40_000n))],
    [
      'a further output',
      (psbt) =>
        withOutputs(psbt, (all) => [
          ...all.map((each) => ({ ...each, amount: each.amount - 1000n })),
          { script: attacker, amount: 1000n },
        ]),
    ],
    ...[SigHash.NONE, SigHash.SINGLE, SigHash.ALL_ANYONECANPAY, SigHash.NONE_ANYONECANPAY].map(
      (sighashType): [string, (psbt: Transaction) => Transaction] => [
        `a signature of the type ${sighashType}, which does not cover everything`,
        (psbt) => {
          for (let index = 0; index < psbt.inputsLength; index++) psbt.updateInput(index, { sighashType })
          return psbt
        },
      ],
    ),
  ]
  test.each(lies)('error: %s is not sent, whatever the wallet has signed', async (_, change) => {
    const provider = await remote(change)
    const planned = await plan(provider, 40_000n, { speed: 'standard' })
    await expect(send(provider, planned)).rejects.toMatchObject({
      rpcCode: -32603,
      message: expect.stringContaining('a different transaction'),
    })
    expect(await mempool()).toEqual([])
  })

  test('error: an API that lies about a coin cannot make the transaction valid', async () => {
    const provider = await remote()
    const planned = await plan(provider, 40_000n, { speed: 'standard' })
    const { coins, outputs } = planned.request as Exclude<TransferRequest, 'wallet'>
    const more = coins.map((coin) => ({ ...coin, value: coin.value + 1n }))
    const request = { coins: more, outputs }
    await expect(send(provider, { ...planned, request })).rejects.toMatchObject({ rpcCode: -32603 })
    expect(await mempool()).toEqual([])
  })

  test('behavior: another transaction in a block that spends one of the coins has replaced it', async () => {
    const provider = await remote()
    const planned = await plan(provider, 40_000n, { speed: 'slow' })
    const { coins } = planned.request as Exclude<TransferRequest, 'wallet'>
    const forgotten: SentTransaction = {
      hash: 'ab'.repeat(32),
      from,
      expiry: coins.map(({ txid, vout }) => `${txid}:${vout}`).join(),
    }
    const other = await send(provider, planned)
    // Not in a block yet, so both may still win.
    const signal = AbortSignal.timeout(500)
    const open = transfers.waitForOutcome({ ...endpoint, sent: forgotten, signal })
    expect(await open.catch((error: unknown) => error)).toBe(signal.reason)
    await node.mine()
    expect(await outcomeOf(forgotten)).toBe('replaced')
    expect(await outcomeOf(other)).toBe('confirmed')
  })

  test('behavior: a transaction whose coins nothing spends any more was dropped, until it is sent again', async () => {
    const provider = await remote()
    const planned = await plan(provider, 40_000n, { speed: 'slow' })
    const { coins } = planned.request as Exclude<TransferRequest, 'wallet'>
    const expiry = coins.map(({ txid, vout }) => `${txid}:${vout}`).join()
    const reported: boolean[] = []
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const outcome = transfers.waitForOutcome({
        ...{
          ...endpoint,
          sent: { hash: 'cd'.repeat(32), from, expiry },
          signal: AbortSignal.timeout(20_000),
        },
        onDropped: (isDropped) => reported.push(isDropped),
      })
      // APIs may be seconds apart, so it is not believed at once.
      await new Promise((resolve) => setTimeout(resolve, 1500))
      expect(reported).toEqual([])
      vi.setSystemTime(Date.now() + 11_000)
      await expect.poll(() => reported, { timeout: 5000 }).toEqual([true])
      await send(provider, planned)
      await expect.poll(() => reported.at(-1), { timeout: 8000 }).toBe(false)
      await node.mine()
      expect(await outcome).toBe('replaced')
    } finally {
      vi.useRealTimers()
    }
  }, 30_000)

  const key = new Uint8Array(32).fill(7)
  const { regtest: params } = addressParams
  test.each([
    ['P2TR', p2tr(pubSchnorr(key), undefined, params)],
    ['P2PKH', p2pkh(pubECDSA(key), params)],
    ['P2WPKH inside P2SH', p2sh(p2wpkh(pubECDSA(key), params), params)],
  ])('behavior: coins of %s are sent, all of them', async (kind, { address = '' }) => {
    const funder = await connect(signer().wallet)
    for (const amount of [30_000n, 45_000n]) {
      await send(funder, await plan(funder, amount, { to: address }))
      await node.mine()
    }
    const provider = {
      async request({ method, params: { psbt = '' } }: { method: string; params: Record<string, string> }) {
        const publicKey = hex.encode(kind === 'P2TR' ? pubSchnorr(key) : pubECDSA(key))
        if (method === 'getAccountAddresses') return [{ address, publicKey }]
        const transaction = Transaction.fromPSBT(base64.decode(psbt))
        transaction.sign(key)
        return { psbt: base64.encode(transaction.toPSBT()) }
      },
    }
    const balance = 75_000n
    const parameters = { ...endpoint, provider, from: address, to, balance }
    const amount = await transfers.getMaximum({ ...parameters, speed: 'slow' })
    const transfer = { from: address, to, amount }
    const planned = await transfers.plan({ ...parameters, transfer, isMaximum: true, speed: 'slow' })
    expect(amount + planned.fee).toBe(balance)
    const sent = await send(provider, planned)
    await node.mine()
    expect(await outcomeOf(sent)).toBe('confirmed')
    expect(await read(`/address/${address}/utxo`)).toEqual([])
  })

  test('error: a wallet on another network, or of another address, is not asked', async () => {
    const provider = await connect(signer().wallet)
    const elsewhere = defineChain({ ...endpoint.network, caipNetworkId: bitcoinTestnet.caipNetworkId })
    const transfer = {
      from: 'tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8',
      to: 'tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8',
      amount: 1000n,
    }
    const planning = transfers.plan({ ...endpoint, network: elsewhere, provider, transfer })
    await expect(planning).rejects.toMatchObject({ rpcCode: 4901 })
    const foreign = { from: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', to, amount: 1000n }
    await expect(transfers.plan({ ...endpoint, provider, transfer: foreign })).rejects.toMatchObject({
      rpcCode: 4100,
    })
    await expect(
      plan(provider, 1000n, { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }),
    ).rejects.toMatchObject({ rpcCode: -32602 })
  })

  test('behavior: the maximum leaves no coin behind, and pays the fee of its speed', async () => {
    const provider = await connect(signer().wallet)
    const balance = await readBalance({ address: from })
    const amount = await transfers.getMaximum({ ...endpoint, provider, from, to, balance, speed: 'fast' })
    const planned = await plan(provider, amount, { isMaximum: true, speed: 'fast' })
    expect(planned.fee).toBe(balance - amount)
    const sent = await send(provider, planned)
    await node.mine()
    expect(await outcomeOf(sent)).toBe('confirmed')
    expect(await read(`/address/${from}/utxo`)).toEqual([])
    const transaction = (await read(`/tx/${sent.hash}`)) as { vout: unknown[]; fee: number; weight: number }
    expect(transaction.vout).toHaveLength(1)
    expect(BigInt(transaction.fee)).toBe(planned.fee)
    expect(transaction.fee / Math.ceil(transaction.weight / 4)).toBeGreaterThanOrEqual(1)
  })
})
