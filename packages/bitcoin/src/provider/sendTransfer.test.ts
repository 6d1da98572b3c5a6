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
const wallet = createBitcoinWallet({ chains: ['bitcoin:regtest', 'bitcoin:testnet'] }).wallet

afterEach(() => vi.unstubAllGlobals())

/** Stubs an Esplora API with one coin for every address. Returns the list of requests it received. */
function stubEsplora(respond: (endpoint: string, body: string) => Response | undefined = () => undefined) {
  const requests: { endpoint: string; body: string }[] = []
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', body = '' }: { method?: string; body?: string }) => {
      const endpoint = `${method} ${url}`
      requests.push({ endpoint, body })
      const response = respond(endpoint, body)
      if (response) return response
      if (url.endsWith('/utxo')) return Response.json([{ txid: 'ab'.repeat(32), vout: 0, value: 100_000 }])
      if (url.endsWith('/fee-estimates')) return Response.json({ 6: 2 })
      return method === 'POST'
        ? new Response(idOf(body))
        : new Response('Transaction not found', { status: 404 })
    },
  )
  return requests
}

const idOf = (raw: string) => Transaction.fromRaw(hex.decode(raw)).id

async function connect(walletObject: object) {
  const connector = createConnector({
    id: 'one',
    name: 'One',
    type: 'ANNOUNCED',
    kind: 'standard',
    icon: undefined,
    walletObject,
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

test("behavior: returns the transaction's own ID, not the one that the API returns", async () => {
  const requests = stubEsplora((endpoint) =>
    endpoint.startsWith('POST') ? new Response('cd'.repeat(32)) : undefined,
  )
  const { provider, events } = await connect(wallet)
  const hash = await provider.sendTransfer({ recipient, amount: '5000' })
  expect(hash).toBe(idOf(requests.at(-1)?.body as string))
  expect(events).toEqual([{ type: 'transaction', hash, networkId: regtest }])
})

test.each([
  ['the response is lost', () => Response.error()],
  ['the API returns an error page', () => new Response('<h1>', { status: 502 })],
  ['the API reports a duplicate', () => new Response('Transaction already in block chain', { status: 400 })],
])('behavior: reports a transaction that the API accepted as sent when %s', async (_, answer) => {
  let acceptedId = ''
  stubEsplora((endpoint, body) => {
    if (endpoint.startsWith('POST')) {
      acceptedId = idOf(body)
      return answer()
    }
    return acceptedId && endpoint.endsWith(`/tx/${acceptedId}`)
      ? Response.json({ txid: acceptedId })
      : undefined
  })
  const { provider } = await connect(wallet)
  expect(await provider.sendTransfer({ recipient, amount: '5000' })).toBe(acceptedId)
})

test('error: rejects if the API refuses the transaction and does not have it', async () => {
  stubEsplora((endpoint) =>
    endpoint.startsWith('POST') ? new Response('min relay fee not met', { status: 400 }) : undefined,
  )
  const { provider, events } = await connect(wallet)
  await expect(provider.sendTransfer({ recipient, amount: '5000' })).rejects.toMatchObject({
    rpcCode: -32603,
    details: 'min relay fee not met',
  })
  expect(events).toEqual([])
})

test('behavior: sends and reports a transaction on the network selected when it was requested', async () => {
  const requests = stubEsplora()
  const signing = deferred()
  let isSigningRequested = false
  const sign = wallet.features['bitcoin:signTransaction'] as {
    signTransaction(...inputs: unknown[]): unknown
  }
  const { connector, provider, events } = await connect({
    ...wallet,
    get accounts() {
      return wallet.accounts
    },
    features: {
      ...wallet.features,
      'bitcoin:signTransaction': {
        async signTransaction(...inputs: unknown[]) {
          isSigningRequested = true
          await signing.promise
          return sign.signTransaction(...inputs)
        },
      },
    },
  })
  const sending = provider.sendTransfer({ recipient, amount: '5000' })
  await vi.waitFor(() => expect(isSigningRequested).toBe(true))
  await connector.switchNetwork({ network: bitcoinTestnet })
  signing.resolve()
  const hash = await sending
  expect(requests.find(({ endpoint }) => endpoint.startsWith('POST'))?.endpoint).toBe(
    'POST http://regtest.example/tx',
  )
  expect(events).toContainEqual({ type: 'transaction', hash, networkId: regtest })
})

test('behavior: builds the transfer if the wallet does not support sendTransfer', async () => {
  stubEsplora()
  const xverse = createXverseProvider({ chains: ['bitcoin:regtest'] })
  const walletObject = {
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
    walletObject,
    endpoints: createEndpoints({ [regtest]: 'http://regtest.example' }),
  })
  await connector.connect({ silent: false, networkId: regtest })
  const provider = connector.getProvider() as BitcoinProvider
  expect(await provider.sendTransfer({ recipient, amount: '5000' })).toMatch(/^[0-9a-f]{64}$/)
})

test('error: rejects invalid signInputs', async () => {
  const { provider, accounts } = await connect(wallet)
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
  ['an invalid transaction', 'garbage'],
  ['a different transaction', '0200000001'.padEnd(120, '0')],
])('error: rejects a P2PKH transfer if the API returns %s as the source of a coin', async (_, answer) => {
  stubEsplora((endpoint) => (endpoint.endsWith('/hex') ? new Response(answer) : undefined))
  const publicKey = hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')
  const { address } = p2pkh(publicKey, addressParams.regtest)
  const account = { address, publicKey, chains: ['bitcoin:regtest'] }
  const legacyWallet = {
    chains: ['bitcoin:regtest'],
    accounts: [account],
    features: { 'bitcoin:connect': { connect: async () => ({ accounts: [account] }) } },
  }
  const { provider } = await connect(legacyWallet)
  await expect(provider.sendTransfer({ recipient, amount: '5000' })).rejects.toMatchObject({
    name: 'RpcError',
  })
})

test.each([
  ['only confirmed coins if they are enough', '5000', ['ab']],
  ['unconfirmed coins too if they are not', '150000', ['ab', 'cd']],
])('behavior: spends %s', async (_, amount, spent) => {
  const coins = [
    { txid: 'cd'.repeat(32), vout: 0, value: 900_000, status: { confirmed: false } },
    { txid: 'ab'.repeat(32), vout: 0, value: 100_000, status: { confirmed: true } },
  ]
  const requests = stubEsplora((endpoint) => (endpoint.endsWith('/utxo') ? Response.json(coins) : undefined))
  const { provider } = await connect(wallet)
  await provider.sendTransfer({ recipient, amount })
  const sent = Transaction.fromRaw(hex.decode(requests.at(-1)?.body as string))
  const inputs = Array.from({ length: sent.inputsLength }, (_, index) => sent.getInput(index).txid)
  const ids = inputs.map((txid) => hex.encode(txid as Uint8Array).slice(0, 2))
  expect(ids.every((id) => spent.includes(id))).toBe(true)
})
