import { type SolanaNode, startSolanaNode } from '@portico/devnet'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { coinSentinel, convertQuotesResponse, convertTransaction } from '@portico/protocol/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'

const { solana, solanaTwo } = devnetManifest
const [dollar, pebble] = solana.tokens
const [visitor, , maker] = solana.accounts
const chain = solana.caip2
const at = (address: string) => `${chain}:${address}`
const coin = at(coinSentinel)
const user = at(visitor.address)

let node: SolanaNode
beforeAll(async () => {
  node = await startSolanaNode({ port: 0 })
})
afterAll(() => node.close())

async function start(env: Record<string, string> = {}) {
  const { app, get } = await createTestApp({
    rpcUrls: { [chain]: [node.url] },
    env: { ...gatewayEnv, SWAP_MAKERS: JSON.stringify({ [chain]: `${node.url}/maker` }), ...env },
  })
  const query = (path: string, parameters: Record<string, string>) =>
    get(`/v1/convert/${path}?${new URLSearchParams(parameters)}`)
  const quotes = (from: string, to: string, amount: string, more: Record<string, string> = {}) =>
    query('quotes', { amount, userAddress: user, from, to, ...more })
  const build = (body: object) =>
    app.request('/v1/convert/build-transaction?projectId=local', {
      method: 'POST',
      body: JSON.stringify({ userAddress: user, ...body }),
    })
  return { get, query, quotes, build }
}

/** Status and code of a problem. */
async function problemOf(response: Response | Promise<Response>): Promise<[number, string]> {
  const { status, code } = await (await response).json()
  return [status, code]
}

describe('swaps on Solana', () => {
  test('behavior: a network with a maker has swaps', async () => {
    const { get } = await start()
    expect(await (await get('/v1/supported-chains')).json()).toMatchObject({ swap: [chain] })
    const without = await start({ SWAP_MAKERS: '{}' })
    expect(await (await without.get('/v1/supported-chains')).json()).toMatchObject({ swap: [] })
    expect(await problemOf(without.query('tokens', { chainId: chain }))).toEqual([400, 'chain-not-supported'])
  })

  test('behavior: a maker of a network that is not served is not asked', async () => {
    const makers = { [solanaTwo.caip2]: `${node.url}/maker` }
    const { query } = await start({ SWAP_MAKERS: JSON.stringify(makers) })
    expect(await problemOf(query('tokens', { chainId: solanaTwo.caip2 }))).toEqual([
      400,
      'chain-not-supported',
    ])
  })

  test('behavior: lists the coin and the tokens of TOKENS, with the names of their mints', async () => {
    const { query } = await start()
    const response = await query('tokens', { chainId: chain })
    expect(await response.json()).toEqual({
      tokens: [
        { name: 'Solana', symbol: 'SOL', address: coin, decimals: 9, eip2612: false, listed: true },
        {
          ...{ name: dollar.name, symbol: dollar.symbol, address: at(dollar.mint), decimals: 6 },
          ...{ eip2612: false, listed: true },
        },
      ],
    })
    const [mint] = [pebble.mint]
    const listed = {
      [chain]: [{ address: mint, symbol: 'STONE', iconUrl: 'https://icons.example/stone.svg' }],
    }
    const named = await start({ TOKENS: JSON.stringify(listed) })
    expect(await (await named.query('tokens', { chainId: chain })).json()).toMatchObject({
      tokens: [
        { symbol: 'SOL' },
        {
          ...{ name: 'Pebble', symbol: 'STONE', address: at(mint), decimals: 9 },
          logoUri: 'https://icons.example/stone.svg',
        },
      ],
    })
  })

  test('param: address: one token, listed or not, or none', async () => {
    const { query } = await start()
    const find = async (address: string) =>
      (await (await query('tokens', { chainId: chain, address })).json()).tokens
    expect(await find(pebble.mint)).toMatchObject([{ symbol: 'PBBL', decimals: 9, listed: false }])
    expect(await find(at(dollar.mint))).toMatchObject([{ symbol: 'DUSD', listed: true }])
    expect(await find(coinSentinel)).toMatchObject([{ symbol: 'SOL' }])
    // An account that is no mint, and an NFT.
    expect(await find(visitor.address)).toEqual([])
    expect(await find(solana.nft.mint)).toEqual([])
    expect(await problemOf(query('tokens', { chainId: chain, address: '0x1' }))).toEqual([
      400,
      'invalid-request',
    ])
  })

  test('behavior: quotes and transactions of the maker; gas is in lamports', async () => {
    const { query, quotes, build } = await start()
    const response = await quotes(coin, at(dollar.mint), '2000000000', { slippage: '0.5' })
    const [quote] = convertQuotesResponse.parse(await response.json()).quotes
    expect(quote).toMatchObject({
      ...{ provider: 'maker', fromAccount: coin, toAccount: at(dollar.mint), toAmount: '299100000' },
      ...{ minAmount: '297604500', spender: null, gas: '10000', priceImpact: 0.3 },
      route: { kind: 'maker', maker: maker.address },
    })
    const swap = { amount: '2000000000', from: coin, to: at(dollar.mint), quoteId: quote?.id }
    const { tx } = convertTransaction.parse(await (await build(swap)).json())
    expect(tx).toMatchObject({ from: visitor.address, amount: '2000000000' })
    expect(tx.eip155).toBeUndefined()
    expect(await (await query('gas-price', { chainId: chain })).json()).toEqual({
      standard: '1',
      fast: '1',
      instant: '1',
    })
  })

  test('behavior: without prices of both tokens there is nothing to compare with', async () => {
    for (const prices of ['{}', JSON.stringify({ [chain]: { native: 150 } })]) {
      const { quotes } = await start({ PRICE_FEEDS: prices })
      const response = await quotes(coin, at(dollar.mint), '2000000000')
      const [quote] = convertQuotesResponse.parse(await response.json()).quotes
      expect(quote?.priceImpact).toBeNull()
    }
  })

  test('behavior: the way back, and a token that is not listed, are compared with prices too', async () => {
    const { quotes } = await start({ TOKENS: '{}' })
    const response = await quotes(at(dollar.mint), coin, '30000000')
    const [quote] = convertQuotesResponse.parse(await response.json()).quotes
    expect(quote).toMatchObject({ toAmount: '199400000', priceImpact: 0.3 })
  })

  test('error: tokens that the maker does not trade, and addresses that are none', async () => {
    const { quotes, query } = await start()
    expect(await problemOf(quotes(coin, at(pebble.mint), '1000000000'))).toEqual([404, 'swap-no-route'])
    expect(await problemOf(quotes(coin, at('So1'), '1000000000'))).toEqual([400, 'invalid-request'])
    const query_ = { amount: '1', from: coin, to: at(dollar.mint), userAddress: at('0x1') }
    expect(await problemOf(query('quotes', query_))).toEqual([400, 'invalid-request'])
  })

  test('error: nobody has to be allowed on Solana', async () => {
    const { query } = await start()
    const token = at(dollar.mint)
    expect(await problemOf(query('allowance', { tokenAddress: token, userAddress: user }))).toEqual([
      400,
      'invalid-request',
    ])
    expect(await problemOf(query('build-approve', { from: token, to: user, userAddress: user }))).toEqual([
      404,
      'swap-no-route',
    ])
  })
})
