import type { ConnectorEvent } from '@portico/core'
import { bitcoinTestnet } from '@portico/core/networks'
import { deferred } from '@portico/core/testing'
import { createBitcoinWallet, createXverseProvider } from '@portico/testkit'
import { base64, hex } from '@scure/base'
import { p2pkh, Transaction } from '@scure/btc-signer'
import { afterEach, expect, test, vi } from 'vitest'
import { createConnector } from '../connector/createConnector.ts'
import { createEndpoints } from '../esplora/createEndpoints.ts'
import { addressParams } from '../parsing/addressScript.ts'
import type { BitcoinProvider } from './BitcoinProvider.ts'

const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const recipient = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const known = createBitcoinWallet({ chains: ['bitcoin:regtest', 'bitcoin:testnet'] }).wallet

afterEach(() => vi.unstubAllGlobals())

/** An Esplora API with one coin for every address. Gives back what it was asked, by method and address. */
function esplora(answers: (asked: string, body: string) => Response | undefined = () => undefined) {
  const asked: { what: string; body: string }[] = []
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', body = '' }: { method?: string; body?: string }) => {
      const what = `${method} ${url}`
      asked.push({ what, body })
      const answer = answers(what, body)
      if (answer) return answer
      if (url.endsWith('/utxo')) return Response.json([{ txid: 'ab'.repeat(32), vout: 0, value: 100_000 }])
      if (url.endsWith('/fee-estimates')) return Response.json({ 6: 2 })
      return method === 'POST'
        ? new Response(idOf(body))
        : new Response('Transaction not found', { status: 404 })
    },
  )
  return asked
}

const idOf = (raw: string) => Transaction.fromRaw(hex.decode(raw)).id

async function connect(home: object) {
  const connector = createConnector({
    id: 'one',
    name: 'One',
    type: 'ANNOUNCED',
    kind: 'standard',
    icon: undefined,
    home,
    endpoints: createEndpoints({
      [regtest]: 'http://regtest.example',
      [bitcoinTestnet.caipNetworkId]: 'http://testnet.example',
    }),
  })
  const { accounts } = await connector.connect({ silent: false, networkId: regtest })
  const events: ConnectorEvent[] = []
  connector.subscribe((event) => events.push(event))
  return { connector, accounts, events, provider: connector.getProvider() as BitcoinProvider }
}

test("behavior: the id is the transaction's, whatever the server calls it", async () => {
  const asked = esplora((what) => (what.startsWith('POST') ? new Response('cd'.repeat(32)) : undefined))
  const { provider, events } = await connect(known)
  const hash = await provider.sendTransfer({ recipient, amount: '5000' })
  expect(hash).toBe(idOf(asked.at(-1)?.body as string))
  expect(events).toEqual([{ type: 'transaction', hash, networkId: regtest }])
})

test.each([
  ['cut off', () => Response.error()],
  ['an error page', () => new Response('<h1>', { status: 502 })],
  ['a second time', () => new Response('Transaction already in block chain', { status: 400 })],
])('behavior: what the server took is sent, though its answer was %s', async (_, answer) => {
  let taken = ''
  esplora((what, body) => {
    if (what.startsWith('POST')) {
      taken = idOf(body)
      return answer()
    }
    return taken && what.endsWith(`/tx/${taken}`) ? Response.json({ txid: taken }) : undefined
  })
  const { provider } = await connect(known)
  expect(await provider.sendTransfer({ recipient, amount: '5000' })).toBe(taken)
})

test('error: a transaction that the server refuses and does not know', async () => {
  esplora((what) =>
    what.startsWith('POST') ? new Response('min relay fee not met', { status: 400 }) : undefined,
  )
  const { provider, events } = await connect(known)
  await expect(provider.sendTransfer({ recipient, amount: '5000' })).rejects.toMatchObject({
    rpcCode: -32603,
    details: 'min relay fee not met',
  })
  expect(events).toEqual([])
})

test('behavior: a transaction is sent to, and told of, the network it was asked on', async () => {
  const asked = esplora()
  const signing = deferred()
  let isAsked = false
  const sign = known.features['bitcoin:signTransaction'] as { signTransaction(...inputs: unknown[]): unknown }
  const { connector, provider, events } = await connect({
    ...known,
    get accounts() {
      return known.accounts
    },
    features: {
      ...known.features,
      'bitcoin:signTransaction': {
        async signTransaction(...inputs: unknown[]) {
          isAsked = true
          await signing.promise
          return sign.signTransaction(...inputs)
        },
      },
    },
  })
  const sending = provider.sendTransfer({ recipient, amount: '5000' })
  await vi.waitFor(() => expect(isAsked).toBe(true))
  await connector.switchNetwork({ network: bitcoinTestnet })
  signing.resolve()
  const hash = await sending
  expect(asked.find(({ what }) => what.startsWith('POST'))?.what).toBe('POST http://regtest.example/tx')
  expect(events).toContainEqual({ type: 'transaction', hash, networkId: regtest })
})

test('behavior: a wallet that says it sends nothing itself has the transfer built here', async () => {
  esplora()
  const xverse = createXverseProvider({ chains: ['bitcoin:regtest'] })
  const home = {
    request: async (method: string, params: unknown) => {
      if (method === 'sendTransfer') return { error: { code: -32601, message: 'Method not found' } }
      return xverse.provider.request(method, params)
    },
  }
  const connector = createConnector({
    id: 'xverse',
    name: 'Xverse',
    type: 'INJECTED',
    kind: 'xverse',
    icon: undefined,
    home,
    endpoints: createEndpoints({ [regtest]: 'http://regtest.example' }),
  })
  await connector.connect({ silent: false, networkId: regtest })
  const provider = connector.getProvider() as BitcoinProvider
  expect(await provider.sendTransfer({ recipient, amount: '5000' })).toMatch(/^[0-9a-f]{64}$/)
})

test('error: inputs to sign that are none', async () => {
  const { provider, accounts } = await connect(known)
  const transaction = new Transaction()
  transaction.addInput({ txid: 'ab'.repeat(32), index: 0 })
  const psbt = base64.encode(transaction.toPSBT())
  const address = accounts[0]?.address as string
  for (const input of [
    null,
    'x',
    { address, index: 0, sighashTypes: 1 },
    { address, index: 0, sighashTypes: ['ALL'] },
  ])
    await expect(provider.signPSBT({ psbt, signInputs: [input as never] })).rejects.toMatchObject({
      name: 'RpcError',
    })
})

test.each([
  ['no transaction', 'garbage'],
  ['another transaction', '0200000001'.padEnd(120, '0')],
])('error: %s where a coin of P2PKH came from', async (_, answer) => {
  esplora((what) => (what.endsWith('/hex') ? new Response(answer) : undefined))
  const publicKey = hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')
  const { address } = p2pkh(publicKey, addressParams.regtest)
  const account = { address, publicKey, chains: ['bitcoin:regtest'] }
  const old = {
    chains: ['bitcoin:regtest'],
    accounts: [account],
    features: { 'bitcoin:connect': { connect: async () => ({ accounts: [account] }) } },
  }
  const { provider } = await connect(old)
  await expect(provider.sendTransfer({ recipient, amount: '5000' })).rejects.toMatchObject({
    name: 'RpcError',
  })
})

test.each([
  ['confirmed ones, if they are enough', '5000', ['ab']],
  ['also those that wait, if they are not', '150000', ['ab', 'cd']],
])('behavior: coins that may yet be taken back are spent last: %s', async (_, amount, spent) => {
  const coins = [
    { txid: 'cd'.repeat(32), vout: 0, value: 900_000, status: { confirmed: false } },
    { txid: 'ab'.repeat(32), vout: 0, value: 100_000, status: { confirmed: true } },
  ]
  const asked = esplora((what) => (what.endsWith('/utxo') ? Response.json(coins) : undefined))
  const { provider } = await connect(known)
  await provider.sendTransfer({ recipient, amount })
  const sent = Transaction.fromRaw(hex.decode(asked.at(-1)?.body as string))
  const inputs = Array.from({ length: sent.inputsLength }, (_, index) => sent.getInput(index).txid)
  const ids = inputs.map((txid) => hex.encode(txid as Uint8Array).slice(0, 2))
  expect(ids.every((id) => spent.includes(id))).toBe(true)
})
