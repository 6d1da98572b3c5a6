import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import {
  type BalanceResponse,
  balanceResponse,
  type HistoryResponse,
  historyResponse,
  type NftsResponse,
  nftsResponse,
} from '@portico/protocol/gateway'
import { createMessage } from '@portico/siwx'
import {
  createPublicClient,
  encodeFunctionData,
  formatUnits,
  type Hex,
  http,
  parseAbi,
  serializeErc6492Signature,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topics } from './chains/evm/blocks/decodeTransfers.ts'
import { createTestApp } from './testing/createTestApp.ts'
import { burner, emitTransfer, flooder, liar, reverter } from './testing/hostileTokens.ts'
import { deadUrl } from './testing/startUpstream.ts'

const [one, two] = devnetManifest.chains
const { address: visitor, privateKey } = devnetManifest
  .accounts[0] as (typeof devnetManifest.accounts)[number]
const owner = privateKeyToAccount(privateKey)
const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function name() view returns (string)',
  'function create(address owner, bytes32 salt) returns (address)',
])

const folder = mkdtempSync(join(tmpdir(), 'gateway-devnet-'))
let devnet: Devnet
let rpcUrls: Record<string, string[]>
let client: ReturnType<typeof createPublicClient>

beforeAll(async () => {
  devnet = await startChains({ dataDir: folder, ports: { 31337: 0, 31338: 0 } })
  rpcUrls = Object.fromEntries(devnet.chains.map(({ chainId, url }) => [`eip155:${chainId}`, [url]]))
  client = createPublicClient({ transport: http(devnet.chains[0]?.url, { retryCount: 0 }) })
})
afterAll(async () => {
  await devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The environment variables that the start script sets. */
const fromManifest = {
  TOKENS: JSON.stringify(
    Object.fromEntries(
      devnetManifest.chains.map(({ caip2, tokens }) => [
        caip2,
        tokens.map(({ address, symbol, name, decimals }) => ({ address, symbol, name, decimals })),
      ]),
    ),
  ),
  PRICE_FEEDS: JSON.stringify(
    Object.fromEntries(
      devnetManifest.chains.map(({ caip2, coin, tokens }) => [
        caip2,
        {
          native: coin.feed,
          ...Object.fromEntries(tokens.flatMap(({ address, feed }) => (feed ? [[address, feed]] : []))),
        },
      ]),
    ),
  ),
}
const account = `eip155:31337:${visitor}`
const setCode = (address: Hex, code: Hex) =>
  client.request({ method: 'anvil_setCode' as never, params: [address, code] as never })

describe('GET /v1/account/{address}/balance', () => {
  test('behavior: returns the native currency and every token with decimals, with the balances on the chain and prices', async () => {
    const { get } = await createTestApp({ rpcUrls, env: fromManifest })
    const response = await get(`/v1/account/${account}/balance`)
    const { balances } = balanceResponse.parse(await response.json()) as BalanceResponse
    const expected = await Promise.all(
      one.tokens.map(async ({ address, decimals, symbol }) => {
        const amount = await client.readContract({ address, abi, functionName: 'balanceOf', args: [visitor] })
        return [symbol, decimals, formatUnits(amount, decimals)] as const
      }),
    )
    const held = expected.filter(([, decimals, numeric]) => decimals > 0 && numeric !== '0')
    expect(held.length).toBeGreaterThan(1)
    const [coin, ...tokens] = balances
    expect(
      tokens.map(({ symbol, quantity }) => [symbol, Number(quantity.decimals), quantity.numeric]).sort(),
    ).toEqual([...held].sort())
    expect(coin).toMatchObject({
      symbol: 'ETH',
      name: 'Ether',
      chainId: 'eip155:31337',
      price: expect.any(Number),
    })
    expect(coin).not.toHaveProperty('address')
    expect(coin?.quantity.numeric).toBe(formatUnits(await client.getBalance({ address: visitor }), 18))
    expect(coin?.value).toBeCloseTo((coin?.price ?? 0) * Number(coin?.quantity.numeric))
    const withoutFeed = one.tokens.find(({ feed, decimals }) => !feed && decimals > 0)
    const priceless = tokens.find(({ symbol }) => symbol === withoutFeed?.symbol)
    expect(priceless).toMatchObject({
      price: 0,
      iconUrl: '',
      address: `eip155:31337:${withoutFeed?.address}`,
    })
    expect(priceless).not.toHaveProperty('value')
  })

  test("behavior: finds unlisted tokens from the account's transfers", async () => {
    const { get } = await createTestApp({ rpcUrls })
    const listed = await createTestApp({ rpcUrls, env: { TOKENS: fromManifest.TOKENS } })
    const readBalance = async ({ get }: { get: (path: string) => Promise<Response> }) =>
      (await (await get(`/v1/account/${account}/balance`)).json()) as BalanceResponse
    expect(await readBalance({ get })).toEqual(await readBalance(listed))
  })

  test('param: currency: returns no prices in currencies other than US dollars', async () => {
    const { get } = await createTestApp({ rpcUrls, env: fromManifest })
    const response = await get(`/v1/account/${account}/balance?currency=EUR`)
    const { balances } = (await response.json()) as BalanceResponse
    expect(balances.every(({ price, value }) => price === 0 && value === undefined)).toBe(true)
  })

  test('behavior: a plain address reads all networks; an unreachable one is reported and the other is still returned', async () => {
    const { get } = await createTestApp({ rpcUrls })
    const both = (await (await get(`/v1/account/${visitor}/balance`)).json()) as BalanceResponse
    expect(new Set(both.balances.map(({ chainId }) => chainId))).toEqual(new Set([one.caip2, two.caip2]))
    const partial = await createTestApp({ rpcUrls: { ...rpcUrls, [two.caip2]: [await deadUrl()] } })
    const response = await partial.get(`/v1/account/${visitor}/balance`)
    expect([response.status, response.headers.get('server-timing')]).toEqual([
      200,
      `missing;desc="${two.caip2}"`,
    ])
    const { balances } = (await response.json()) as BalanceResponse
    expect(balances).toEqual(both.balances.filter(({ chainId }) => chainId === one.caip2))
  })

  test('behavior: tokens that revert, burn all gas, return a megabyte or false data do not affect the others', async () => {
    const victim = `0x${'ab'.repeat(20)}` as const
    const hostile = [reverter, burner, flooder, liar]
    for (const [index, code] of hostile.entries()) {
      const address = `0x${'66'.repeat(19)}0${index}` as const
      await setCode(address, code)
      await emitTransfer({ client, token: address, from: visitor, to: victim, amount: 5n, sender: visitor })
    }
    const dusd = one.tokens[0] as (typeof one.tokens)[number]
    const data = encodeFunctionData({
      abi: parseAbi(['function transfer(address to, uint256 amount)']),
      args: [victim, 7_000_000n],
    })
    const hash = (await client.request({
      method: 'eth_sendTransaction' as never,
      params: [{ from: visitor, to: dusd.address, data }] as never,
    })) as Hex
    await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })

    const { get } = await createTestApp({ rpcUrls })
    const response = await get(`/v1/account/eip155:31337:${victim}/balance`)
    const { balances } = (await response.json()) as BalanceResponse
    expect(balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
      ['ETH', '0'],
      [dusd.symbol, '7'],
    ])
    const history = await get(`/v1/account/eip155:31337:${victim}/history`)
    expect(historyResponse.parse(await history.json()).data).toHaveLength(5)
    expect((await get(`/v1/account/eip155:31337:${victim}/nfts`)).status).toBe(200)
  })
})

describe('GET /v1/account/{address}/history', () => {
  async function walk(get: (path: string) => Promise<Response>, path: string, limit: number) {
    const data: HistoryResponse['data'] = []
    let cursor: string | null = null
    do {
      const response = await get(`${path}?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
      const page = historyResponse.parse(await response.json()) as HistoryResponse
      expect(page.data.length).toBeLessThanOrEqual(limit)
      data.push(...page.data)
      cursor = page.next
    } while (cursor)
    return data
  }

  const movesTokens = (topic: string | undefined) => Object.values(topics).some((known) => known === topic)

  /** Reads from the chain every transaction from or to the visitor, or that moved a token of theirs; newest first. */
  async function readExpected(): Promise<string[]> {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    const found = new Set<string>()
    const lowerCaseVisitor = visitor.toLowerCase()
    for (let number = 0n; number <= head; number++) {
      const block = await client.getBlock({ blockNumber: number, includeTransactions: true })
      for (const transaction of block.transactions) {
        const receipt = await client.getTransactionReceipt({ hash: transaction.hash })
        const isParty = transaction.from === lowerCaseVisitor || transaction.to === lowerCaseVisitor
        const isMoved = receipt.logs.some(
          ({ topics: [event, ...parties], data }) =>
            parties.length >= 2 &&
            BigInt(data === '0x' ? 1 : data.slice(0, 66)) > 0n &&
            movesTokens(event) &&
            parties.some((topic) => topic?.endsWith(lowerCaseVisitor.slice(2))),
        )
        // The receiver of a failed transfer does not have it in their history, because nothing was moved.
        if ((isParty && (transaction.from === lowerCaseVisitor || receipt.status === 'success')) || isMoved)
          found.add(transaction.hash)
      }
    }
    return [...found].reverse()
  }

  test('behavior: returns every transaction once, newest first, with any page size', async () => {
    const { get } = await createTestApp({ rpcUrls })
    const path = `/v1/account/${account}/history`
    const [expected, whole, parts] = [
      await readExpected(),
      await walk(get, path, 100),
      await walk(get, path, 7),
    ]
    expect(expected.length).toBeGreaterThan(40)
    const hashes = whole.map(({ metadata }) => metadata.hash)
    const times = whole.map(({ metadata }) => metadata.minedAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(parts).toEqual(whole)
    expect(hashes).toEqual(expected)
    expect(new Set(hashes).size).toBe(hashes.length)
    const types = new Set(whole.map(({ metadata }) => metadata.operationType))
    for (const type of ['send', 'receive', 'mint', 'burn', 'approve', 'trade', 'deploy', 'execute'])
      expect([...types]).toContain(type)
    expect(whole.filter(({ metadata }) => metadata.status === 'failed').length).toBeGreaterThan(1)
  })

  test('behavior: merges two networks into one list, sorted by time', async () => {
    const { get } = await createTestApp({ rpcUrls })
    const merged = await walk(get, `/v1/account/${visitor}/history`, 9)
    const single = await Promise.all(
      [one, two].map(({ caip2 }) => walk(get, `/v1/account/${caip2}:${visitor}/history`, 100)),
    )
    expect(single.every((list) => list.length > 0)).toBe(true)
    expect(merged.map(({ id }) => id).sort()).toEqual(
      single
        .flat()
        .map(({ id }) => id)
        .sort(),
    )
    const times = merged.map(({ metadata }) => metadata.minedAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  test('behavior: transfers of NFTs have names and previews', async () => {
    const { get } = await createTestApp({ rpcUrls })
    const nfts = (await walk(get, `/v1/account/${account}/history`, 100)).flatMap(
      ({ transfers }) => transfers?.flatMap(({ nft_info }) => nft_info ?? []) ?? [],
    )
    expect(nfts.length).toBeGreaterThan(5)
    expect(nfts.every(({ name }) => name.length > 0)).toBe(true)
    expect(nfts.some(({ content }) => content?.preview.url.startsWith('data:image/'))).toBe(true)
  })

  test('param: onramp: returns no purchases', async () => {
    const { get } = await createTestApp({ rpcUrls })
    const response = await get(`/v1/account/${account}/history?onramp=coinbase`)
    expect(await response.json()).toEqual({ data: [], next: null })
  })
})

describe('GET /v1/account/{address}/nfts', () => {
  test('behavior: returns the NFTs that the account holds now, with name, collection and image', async () => {
    const { get } = await createTestApp({ rpcUrls })
    const response = await get(`/v1/account/${account}/nfts`)
    const { data, next } = nftsResponse.parse(await response.json()) as NftsResponse
    expect(next).toBeNull()
    const arches = data.filter(
      ({ contractAddress }) => contractAddress === `${one.caip2}:${one.contracts.arches}`,
    )
    const held = await client.readContract({
      address: one.contracts.arches,
      abi,
      functionName: 'balanceOf',
      args: [visitor],
    })
    expect(BigInt(arches.length)).toBe(held)
    for (const { tokenId, standard, quantity } of arches) {
      const args = [BigInt(tokenId)] as const
      expect(
        await client.readContract({ address: one.contracts.arches, abi, functionName: 'ownerOf', args }),
      ).toBe(visitor)
      expect([standard, quantity]).toEqual(['erc721', '1'])
    }
    const stones = data.filter(({ standard }) => standard === 'erc1155')
    expect(stones.length).toBeGreaterThan(1)
    for (const { name, image, collection } of data) {
      expect(name).not.toBe('')
      expect(image).toMatch(/^data:image\//)
      expect(collection.name).not.toBe('')
    }
  })

  test('behavior: pages contain the same entries as the whole list', async () => {
    const { get } = await createTestApp({ rpcUrls })
    for (const address of [account, visitor]) {
      const whole = (await (await get(`/v1/account/${address}/nfts`)).json()) as NftsResponse
      const parts: NftsResponse['data'] = []
      let next: string | null = null
      do {
        const page: NftsResponse = await (
          await get(`/v1/account/${address}/nfts?limit=2${next ? `&cursor=${next}` : ''}`)
        ).json()
        parts.push(...page.data)
        next = page.next
      } while (next)
      expect(parts).toEqual(whole.data)
    }
  })
})

describe('POST /auth/v1/authenticate', () => {
  const otherAccount = privateKeyToAccount(devnetManifest.accounts[1]?.privateKey as Hex)

  async function signIn(chainId: string, wrap: (signature: Hex) => Hex, by = owner) {
    const { app, get } = await createTestApp({ rpcUrls })
    const headers = { origin: 'https://localhost' }
    const { nonce, token } = (await (await get('/auth/v1/nonce', headers)).json()) as {
      nonce: string
      token: string
    }
    const message = createMessage({
      domain: 'localhost',
      address: one.contracts.smartWallet,
      uri: 'https://localhost/sign-in',
      version: '1',
      chainId: chainId as 'eip155:1',
      nonce,
      issuedAt: new Date().toISOString(),
    })
    const response = await app.request('/auth/v1/authenticate?projectId=local', {
      method: 'POST',
      headers: { ...headers, 'x-nonce-jwt': `Bearer ${token}` },
      body: JSON.stringify({ message, signature: wrap(await by.signMessage({ message })) }),
    })
    return { status: response.status, ...((await response.json()) as { token?: string; code?: string }) }
  }
  const withDeployment = (signature: Hex) =>
    serializeErc6492Signature({
      address: one.contracts.smartWalletFactory,
      data: encodeFunctionData({ abi, functionName: 'create', args: [visitor, `0x${'00'.repeat(32)}`] }),
      signature,
    })

  test('behavior: accepts the signature of a deployed smart account (ERC-1271)', async () => {
    expect(await signIn(one.caip2, (signature) => signature)).toMatchObject({ status: 200 })
  })
  test('behavior: accepts the signature of a smart account that is not deployed yet (ERC-6492)', async () => {
    expect(await signIn(two.caip2, withDeployment)).toMatchObject({ status: 200 })
  })
  test('error: rejects a signature by another key', async () => {
    const refused = { status: 401, code: 'signature-invalid' }
    expect(await signIn(one.caip2, (signature) => signature, otherAccount)).toMatchObject(refused)
    expect(await signIn(two.caip2, withDeployment, otherAccount)).toMatchObject(refused)
  })
})
