import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalogue } from '@portico/catalogue'
import { problem, type WalletsResponse, walletsResponse } from '@portico/protocol/gateway'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createTokenLists } from '../tokens/createTokenLists.ts'

const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:1'] }
const explorerId = 'c5'.repeat(32)
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'
const hash = (letter: string) => letter.repeat(32)
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const wallet = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  homepage: 'https://w.example',
  ...more,
})
const rows = [
  {
    wallet: wallet(explorerId, 'MétaFox', {
      image_id: 'IMG-1',
      rdns: 'io.metafox',
      mobile_link: 'metafox://',
      app_store: 'https://apps.apple.com/1',
    }),
    aliases: [explorerId, 'io.metafox', 'metafox'],
    icon: `${hash('a')}.svg`,
  },
  {
    wallet: wallet('app.ghost', 'Ghost', {
      chains: ['eip155:1', solana],
      play_store: 'https://play.google.com/1',
    }),
    aliases: ['app.ghost', 'ghost', 'spook'],
  },
  {
    wallet: wallet('com.fox', 'Fox Wallet', { rdns: 'com.fox', mobile_link: 'fox://' }),
    aliases: ['com.fox', 'fox-wallet'],
  },
  { wallet: wallet('so.only', 'Sol Only', { chains: [solana] }), aliases: ['so.only'] },
]

/** A catalogue in the format that the build writes. */
function writeCatalogue({ many = 0 } = {}): string {
  const folder = tempFolder()
  for (const part of ['icons', 'tokens']) mkdirSync(join(folder, part))
  const more = Array.from({ length: many }, (_, index) => ({
    wallet: wallet(`x.${index}`, `Extra ${index}`),
    aliases: [`x.${index}`],
  }))
  const files = {
    'catalogue.json': { version: 'v1' },
    'wallets.json': [...rows, ...more],
    'networks.json': [
      { id: 'eip155:1', name: 'Ethereum', icon: `${hash('b')}.svg` },
      { id: solana, name: 'Solana' },
    ],
    'symbols.json': { usdc: `${hash('c')}.png` },
    'tokens/eip155_1.json': {
      tokens: [
        {
          chainId: 1,
          address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          name: 'USD Coin',
          symbol: 'USDC',
          decimals: 6,
          extensions: { icon: `${hash('c')}.png` },
        },
        {
          chainId: 1,
          address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
          name: 'Dai',
          symbol: 'DAI',
          decimals: 18,
        },
      ],
    },
  }
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(folder, file), JSON.stringify(content))
  for (const [file, content] of [
    [`${hash('a')}.svg`, svg],
    [`${hash('b')}.svg`, svg],
    [`${hash('c')}.png`, 'png'],
  ] as const)
    writeFileSync(join(folder, 'icons', file), content)
  return folder
}

async function start(env: Record<string, string> = {}, options: { many?: number } = {}) {
  const app = await createTestApp({ rpcUrls, env: { CATALOGUE_DIR: writeCatalogue(options), ...env } })
  const list = async (query: string): Promise<WalletsResponse> => {
    const response = await app.get(`/getWallets?${query}`)
    expect(response.status).toBe(200)
    return walletsResponse.parse(await response.json())
  }
  const names = async (query: string) => (await list(query)).data.map(({ name }) => name)
  return { ...app, list, names }
}

describe('GET /getWallets', () => {
  test('behavior: wallets in order, with images on this gateway', async () => {
    const { list } = await start()
    const { count, data } = await list('')
    expect(count).toBe(4)
    expect(data.map(({ name, order }) => [name, order])).toEqual([
      ['MétaFox', 1],
      ['Ghost', 2],
      ['Fox Wallet', 3],
      ['Sol Only', 4],
    ])
    expect(data[0]).toEqual({
      id: explorerId,
      name: 'MétaFox',
      homepage: 'https://w.example',
      order: 1,
      image_id: 'IMG-1',
      image_url: `/getWalletImage/${hash('a')}.svg`,
      rdns: 'io.metafox',
      mobile_link: 'metafox://',
      app_store: 'https://apps.apple.com/1',
    })
  })

  test.each([
    ['search=fox', ['Fox Wallet', 'MétaFox']],
    ['search=META%20f', ['MétaFox']],
    ['search=%20%21', []],
    ['search=nobody', []],
    // By a short name, but not by technical IDs.
    ['search=spo', ['Ghost']],
    ['search=app.gh', []],
    [`include=com.fox,${explorerId.toUpperCase()},unknown`, ['Fox Wallet', 'MétaFox']],
    ['include=fox-wallet,ghost,app.ghost', ['Fox Wallet', 'Ghost']],
    ['exclude=io.metafox,so.only', ['Ghost', 'Fox Wallet']],
    ['include=ghost&exclude=app.ghost', []],
    ['names=metafox,Fox%20Wallet', ['MétaFox', 'Fox Wallet']],
    ['rdns=com.fox,io.other', ['Fox Wallet']],
    [`chains=${solana}`, ['Ghost', 'Sol Only']],
    ['chains=solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', ['Ghost', 'Sol Only']],
    ['chains=eip155:31337', ['MétaFox', 'Ghost', 'Fox Wallet']],
    ['platform=ios', ['MétaFox', 'Fox Wallet']],
    ['platform=android', ['Ghost', 'Fox Wallet']],
    ['badge=certified', []],
    ['sort=name&entries=2', ['Fox Wallet', 'Ghost']],
    ['entries=2&page=2', ['Fox Wallet', 'Sol Only']],
    ['entries=2&page=3', []],
    [
      'search=&include=&chains=&platform=&badge=&page=&entries=',
      ['MétaFox', 'Ghost', 'Fox Wallet', 'Sol Only'],
    ],
  ])('param: %s', async (query, expected) => {
    const { names } = await start()
    expect(await names(query)).toEqual(expected)
  })

  test('param: pages of 40, at most 100; count covers all pages', async () => {
    const { list } = await start({}, { many: 150 })
    expect(await list('')).toMatchObject({ count: 154, data: { length: 40 } })
    const pages = [await list('entries=100'), await list('entries=100&page=2')]
    expect(pages.map(({ data }) => data.length)).toEqual([100, 54])
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(154)
  })

  test.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1e3', 'page'],
    ['entries=101', 'entries'],
    ['entries=many', 'entries'],
    ['platform=windows', 'platform'],
    ['badge=gold', 'badge'],
    ['sort=price', 'sort'],
    ['chains=ethereum', 'chains'],
    [`search=${'x'.repeat(101)}`, 'search'],
    [`include=${'x,'.repeat(201)}`, 'include'],
    [`exclude=${'x'.repeat(129)}`, 'exclude'],
  ])('error: 400 for %.40s with the name of the parameter', async (query, pointer) => {
    const { get } = await start()
    const response = await get(`/getWallets?${query}`)
    expect(response.status).toBe(400)
    expect(problem.parse(await response.json()).errors?.map((error) => error.pointer)).toEqual([pointer])
  })

  test('behavior: cacheable for five minutes, with revalidation by ETag', async () => {
    const { get } = await start()
    const first = await get('/getWallets?search=fox')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=3600')
    const again = await get('/getWallets?search=fox', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get('/getWallets', { 'if-none-match': etag })).status).toBe(200)
  })

  test('error: needs a project', async () => {
    const { app } = await start()
    expect((await app.request('/getWallets')).status).toBe(401)
  })

  test('behavior: without a catalogue the list is empty', async () => {
    const { list, get } = await start({ CATALOGUE_DIR: join(tempFolder(), 'none') })
    expect(await list('search=fox')).toEqual({ count: 0, data: [] })
    expect((await get('/public/getAssetImage/eip155:1')).status).toBe(404)
  })

  test('param: WALLETS_OVERLAY adds, changes and removes', async () => {
    const overlay = {
      add: [
        {
          id: 'my.bank',
          name: 'My Bank',
          homepage: 'https://bank.example',
          image_url: 'data:image/png;base64,AAAA',
        },
      ],
      change: {
        metafox: { name: 'Fox of the house', badge_type: 'certified' },
        'com.fox': { image_url: 'data:image/png;base64,BBBB' },
      },
      remove: ['Ghost', 'so.only'],
    }
    const { list, names } = await start({ WALLETS_OVERLAY: JSON.stringify(overlay) })
    expect((await list('')).data.map(({ name, order, image_url }) => [name, order, image_url])).toEqual([
      ['My Bank', 1, 'data:image/png;base64,AAAA'],
      ['Fox of the house', 2, `/getWalletImage/${hash('a')}.svg`],
      ['Fox Wallet', 3, 'data:image/png;base64,BBBB'],
    ])
    expect(await names('badge=certified')).toEqual(['Fox of the house'])
    expect(await names('search=house')).toEqual(['Fox of the house'])
    expect(await names('include=my.bank')).toEqual(['My Bank'])
  })

  test.each([
    [{ add: [{ id: 'a', name: 'A', homepage: 'javascript:alert(1)' }] }, 'add › 0 › homepage'],
    [
      { add: [{ id: 'a', name: 'A', homepage: 'https://a.example', mobile_link: 'JavaScript:alert(1)' }] },
      'mobile_link',
    ],
    [{ change: { a: { image_url: 'https://elsewhere.example/a.png' } } }, 'image_url'],
    [{ change: { a: { nmae: 'A' } } }, 'nmae'],
    [{ delete: ['a'] }, 'delete'],
  ])('error: WALLETS_OVERLAY %j is refused at start', async (overlay, part) => {
    await expect(start({ WALLETS_OVERLAY: JSON.stringify(overlay) })).rejects.toThrow(
      new RegExp(`WALLETS_OVERLAY[^]*${part}`),
    )
  })
})

describe('images', () => {
  test.each([
    [`/getWalletImage/${hash('a')}.svg`, 'image/svg+xml', true],
    ['/getWalletImage/IMG-1', 'image/svg+xml', false],
    ['/getWalletImage/img-1', 'image/svg+xml', false],
    ['/getWalletImage/io.metafox', 'image/svg+xml', false],
    ['/public/getAssetImage/eip155:1', 'image/svg+xml', false],
    ['/public/getAssetImage/1', 'image/svg+xml', false],
    ['/public/getTokenImage/USDC', 'image/png', false],
    [`/public/getTokenImage/${hash('c')}.png`, 'image/png', true],
  ])('behavior: %s', async (path, type, isImmutable) => {
    const { app } = await start()
    const response = await app.request(path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const again = await app.request(path, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test.each([
    '/getWalletImage/unknown',
    '/getWalletImage/ghost',
    `/getWalletImage/${hash('0')}.svg`,
    '/getWalletImage/..%2fcatalogue.json',
    '/getWalletImage/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/getWalletImage/catalogue.json',
    '/public/getAssetImage/eip155:999',
    `/public/getAssetImage/${solana}`,
    '/public/getTokenImage/__proto__',
    '/public/getTokenImage/constructor',
  ])('error: %s is not found', async (path) => {
    const { app } = await start()
    const response = await app.request(path)
    expect(response.status).toBe(404)
    expect(problem.parse(await response.json()).code).toBe('not-found')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('createTokenLists', () => {
  test('behavior: returns the tokens of a chain in the form that balances use', () => {
    const tokenLists = createTokenLists({ catalogue: openCatalogue({ folder: writeCatalogue() }) })
    expect(tokenLists('eip155:1')).toEqual([
      {
        address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        iconUrl: `/public/getTokenImage/${hash('c')}.png`,
      },
      { address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', name: 'Dai', symbol: 'DAI', decimals: 18 },
    ])
    expect(tokenLists('eip155:31337')).toEqual([])
  })
})
