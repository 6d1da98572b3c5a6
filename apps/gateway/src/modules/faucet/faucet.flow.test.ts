import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBitcoin, startSolanaNode } from '@portico/devnet'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { faucetResponse, problem, supportedChainsResponse } from '@portico/protocol/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { deadUrl } from '../../testing/startUpstream.ts'

const evm = 'eip155:31337'
const { solana, bitcoin } = devnetManifest
const all = JSON.parse(gatewayEnv.FAUCETS) as Record<string, { amount: string; keyFile?: string }>
const stranger = (index: number) => `0x${index.toString(16).padStart(40, 'c')}`

let anvil: Anvil
let nodes: Record<string, string>
let esplora: string
const ends: (() => unknown)[] = []
beforeAll(async () => {
  anvil = await startAnvil()
  const [one, other] = await Promise.all([
    startSolanaNode({ port: 0 }),
    startBitcoin({ port: 0, esploraPort: 0, mineAfter: null }),
  ])
  ends.push(anvil.stop, one.close, other.close)
  nodes = { [evm]: anvil.url, [solana.caip2]: one.url, [bitcoin.caip2]: other.rpcUrl }
  esplora = other.esploraUrl
}, 60_000)
afterAll(async () => void (await Promise.all(ends.map((end) => end()))))

function start({
  env = {},
  evmUrl = nodes[evm] as string,
  now,
}: {
  env?: Record<string, string>
  evmUrl?: string
  now?: () => number
} = {}) {
  const urls = { ...nodes, [evm]: evmUrl }
  return createTestApp({
    rpcUrls: Object.fromEntries(Object.entries(urls).map(([chain, url]) => [chain, [url]])),
    env: {
      ESPLORA_URLS: JSON.stringify({ [bitcoin.caip2]: [esplora] }),
      FAUCETS: JSON.stringify(Object.fromEntries(Object.keys(urls).map((chain) => [chain, all[chain]]))),
      FAUCET_LIMIT_ADDRESS: '3',
      TRUSTED_PROXIES: '1',
      ...env,
    },
    now,
  })
}

async function ask({ app }: TestApp, chainId: string, address: string, ip = '203.0.113.7') {
  const response = await app.request('/v1/faucet?projectId=local', {
    method: 'POST',
    headers: { 'x-forwarded-for': ip },
    body: JSON.stringify({ chainId, address }),
  })
  const body = await response.json()
  const retryAfter = response.headers.get('retry-after')
  return response.ok
    ? faucetResponse.parse(body)
    : { status: response.status, code: problem.parse(body).code, ...(retryAfter ? { retryAfter } : {}) }
}
const balanceOf = async (address: string) =>
  BigInt((await anvil.rpc('eth_getBalance', [address, 'latest'])) as string)

describe('POST /v1/faucet', () => {
  test('behavior: pays on an EVM network, and is listed', async () => {
    const app = await start()
    const { faucet } = supportedChainsResponse.parse(await (await app.get('/v1/supported-chains')).json())
    expect(faucet?.toSorted()).toEqual([bitcoin.caip2, evm, solana.caip2])
    expect(await ask(app, evm, stranger(1))).toEqual({
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      amount: '1',
      symbol: 'ETH',
    })
    await expect.poll(() => balanceOf(stranger(1))).toBe(10n ** 18n)
  })

  test('behavior: several at once are each paid once', async () => {
    const app = await start()
    const addresses = Array.from({ length: 12 }, (_, index) => stranger(100 + index))
    const paid = await Promise.all(
      addresses.map((one, index) => ask(app, evm, one, `203.0.113.${index + 20}`)),
    )
    expect(new Set(paid.map((one) => 'hash' in one && one.hash)).size).toBe(12)
    for (const address of addresses) await expect.poll(() => balanceOf(address)).toBe(10n ** 18n)
  })

  test('behavior: two gateways with the same key pay both', async () => {
    const apps = await Promise.all([start(), start()])
    const addresses = Array.from({ length: 6 }, (_, index) => stranger(200 + index))
    await Promise.all(
      addresses.map((one, index) => ask(apps[index % 2] as TestApp, evm, one, `203.0.113.${index + 40}`)),
    )
    for (const address of addresses) await expect.poll(() => balanceOf(address)).toBe(10n ** 18n)
  })

  test('behavior: pays on Solana', async () => {
    const app = await start()
    const address = 'GgvTGDTVJZVjRGcmZbdRJfhFRVS9ZjUGHqdKMuEdmDEN'
    expect(await ask(app, solana.caip2, address)).toMatchObject({ amount: '1', symbol: 'SOL' })
    const readBalance = async () =>
      (await app.get(`/v1/account/${solana.caip2}:${address}/balance`)).json() as Promise<unknown>
    await expect.poll(readBalance).toMatchObject({ balances: [{ quantity: { numeric: '1' } }] })
  })

  test('behavior: pays on Bitcoin, to every kind of address, also with the change of the payment before', async () => {
    const app = await start()
    const { payment, ordinals } = bitcoin.accounts[1]
    const before = await unspent(app, payment.address)
    const first = await ask(app, bitcoin.caip2, payment.address)
    expect(first).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), amount: '0.1', symbol: 'BTC' })
    expect(await ask(app, bitcoin.caip2, ordinals.address)).toMatchObject({ amount: '0.1' })
    const added = (await unspent(app, payment.address)).filter(
      ({ txid }) => !before.some((one) => one.txid === txid),
    )
    expect(added).toMatchObject([{ value: '10000000', txid: 'hash' in first && first.hash }])
  })

  test('error: an address of another network, the zero address, and networks without faucet', async () => {
    const app = await start()
    const wrong = [
      [evm, `0x${'0'.repeat(40)}`],
      [evm, bitcoin.accounts[0].payment.address],
      [evm, '0x1234'],
      [solana.caip2, '1'.repeat(32)],
      [solana.caip2, stranger(1)],
      [bitcoin.caip2, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ] as const
    for (const [chain, address] of wrong)
      expect([address, await ask(app, chain, address)]).toMatchObject([address, { code: 'invalid-request' }])
    expect(await ask(app, 'eip155:1', stranger(1))).toMatchObject({ code: 'chain-not-supported' })
    const none = await start({ env: { FAUCETS: '{}' } })
    expect(await ask(none, evm, stranger(1))).toMatchObject({ status: 400, code: 'chain-not-supported' })
  })

  test('error: an address once per hour, however it is written and whoever asks', async () => {
    let now = Date.now()
    const app = await start({ now: () => now })
    const address = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    expect(await ask(app, evm, address)).toMatchObject({ amount: '1' })
    const refused = { status: 429, code: 'faucet-limit', retryAfter: '3600' }
    expect(await ask(app, evm, address.toLowerCase(), '198.51.100.1')).toEqual(refused)
    // The refusals did not count: the same client may still ask for two others.
    expect(await ask(app, evm, address)).toEqual(refused)
    expect(await ask(app, evm, stranger(301))).toMatchObject({ amount: '1' })
    expect(await ask(app, evm, stranger(302))).toMatchObject({ amount: '1' })
    expect(await ask(app, evm, stranger(303))).toMatchObject({ code: 'faucet-limit' })
    // And a client without allowance cannot use up that of an address.
    expect(await ask(app, evm, stranger(303), '198.51.100.1')).toMatchObject({ amount: '1' })
    now += 3_600_000
    expect(await ask(app, evm, address)).toMatchObject({ amount: '1' })
  })

  test('error: what cannot be paid does not count', async () => {
    const broken = await start({ evmUrl: await deadUrl() })
    for (let count = 0; count < 2; count++)
      expect(await ask(broken, evm, stranger(401))).toMatchObject({ status: 503, code: 'faucet-empty' })
    const folder = mkdtempSync(join(tmpdir(), 'faucet-'))
    const keyFile = join(folder, 'key')
    writeFileSync(keyFile, '11'.repeat(32))
    const poor = await start({ env: { FAUCETS: JSON.stringify({ [evm]: { amount: '1', keyFile } }) } })
    expect(await ask(poor, evm, stranger(402))).toMatchObject({ code: 'faucet-empty' })
    expect(JSON.stringify(poor.logged)).not.toContain('1111111111')
  }, 20_000)
})

async function unspent({ get }: TestApp, address: string) {
  const response = await get(`/v1/account/${address}/utxos?chainId=${bitcoin.caip2}`)
  return ((await response.json()) as { data: { txid: string; value: string }[] }).data
}
