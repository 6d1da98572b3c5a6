import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { openCatalogue } from '../openCatalogue.ts'
import { createTarball } from '../testing/createTarball.ts'
import { tempFolder } from '../testing/tempFolder.ts'
import { buildCatalogue } from './buildCatalogue.ts'
import type { Facts } from './Facts.ts'
import { isBuilt } from './inputHash.ts'
import { readSources } from './readSources.ts'
import type { Pin } from './Source.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const other = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const webp = `data:image/webp;base64,${Buffer.from('RIFF0000WEBPVP8 x').toString('base64')}`
const draw = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><path fill="${colour}" d="M0 0"/></svg>`
const drawing = (colour: string) => `var X =\n  '${draw(colour)}'\n\nexport { X as default }\n`

const wallet = (fields: string) => `export const wallet = {${fields}} as const;`
const generated = 'src/wallets/__generated__'

const exchange = (number: number) => `0x${`c${number}`.repeat(20)}`

/** Hand-written packages with the structure of the real ones. */
const packages: Record<string, { licence: string; files: Record<string, string>; read: string[] }> = {
  thirdweb: {
    licence: 'Apache-2.0',
    read: [`${generated}/`],
    files: {
      LICENSE: 'Apache License',
      [`${generated}/wallet-infos.ts`]:
        'const ALL = [{ id: "org.late" }, { id: "io.first" }, { id: "io.hidden" }] as const satisfies X[];',
      [`${generated}/wallet/io.first/index.ts`]: wallet(
        'id: "io.first", name: "First Wallet ", homepage: "http://first.example/", image_id: "img-1", app: { ios: "https://apps.apple.com/1", android: null, chrome: "javascript:alert(1)" }, rdns: "io.first", mobile: { native: "first://", universal: "https://first.example/app" }, desktop: { native: "javascript:alert(1)", universal: null }',
      ),
      [`${generated}/wallet/io.first/image.ts`]: `const image = "${webp}";\nexport default image;`,
      [`${generated}/wallet/org.late/index.ts`]: wallet(
        'id: "org.late", name: "Late", homepage: "https://late.example", image_id: null, app: {}, rdns: null, mobile: { native: "", universal: null }, desktop: { native: null, universal: null }',
      ),
      [`${generated}/wallet/org.late/image.ts`]: 'const image = "data:image/webp;base64,AAAA";',
      [`${generated}/wallet/io.hidden/index.ts`]: wallet(
        'id: "io.hidden", name: "Hidden", homepage: "https://h.example"',
      ),
      [`${generated}/wallet/io.hidden/image.ts`]: 'const image = "";',
      [`${generated}/wallet/io.bad/index.ts`]: wallet('id: "io.bad", name: "No page", homepage: ""'),
      [`${generated}/wallet/io.bad/image.ts`]: 'const image = "";',
    },
  },
  '@web3icons/core': {
    licence: 'MIT',
    read: ['dist/'],
    files: {
      'dist/svgs/tokens/background/USDC.svg.js': drawing('blue'),
      'dist/svgs/tokens/background/ETH.svg.js': drawing('grey'),
      'dist/svgs/wallets/background/late.svg.js': drawing('green'),
      'dist/svgs/networks/background/ethereum.svg.js': drawing('grey'),
      'dist/svgs/networks/background/solana.svg.js': `var X = '<svg><script>1</script></svg>'`,
    },
  },
  '@web3icons/common': {
    licence: 'MIT',
    read: ['dist/'],
    files: {
      'dist/metadata/tokens.js': `const tokens = [
        { filePath: 'token:OTHER', symbol: 'usdc', marketCapRank: 900, addresses: {} },
        { filePath: 'token:USDC', symbol: 'usdc', marketCapRank: 7, addresses: { ethereum: '${usdc.toLowerCase()}' } },
        { filePath: 'token:ETH', symbol: 'eth', marketCapRank: 2, addresses: {} },
      ]\nexport { tokens }`,
      'dist/metadata/networks.js': `const networks = [{ id: 'ethereum', filePath: 'network:ethereum', caip2id: 'eip155:1' }, { id: 'solana', filePath: 'network:solana' }]`,
    },
  },
  '@metamask/contract-metadata': {
    licence: 'ISC',
    read: ['contract-map.json', 'images/'],
    files: {
      'contract-map.json': JSON.stringify({
        [other]: { name: 'Dai', symbol: 'DAI', decimals: 18, erc20: true, logo: 'dai.svg' },
        [`0x${'4'.repeat(40)}`]: {
          name: 'No decimals',
          symbol: 'ZERO',
          decimals: 0,
          erc20: true,
          logo: 'x.gif',
        },
      }),
      'images/dai.svg': draw('gold'),
    },
  },
  '@ledgerhq/cryptoassets': {
    licence: 'Apache-2.0',
    read: ['lib/data/evm/'],
    files: {
      'lib/data/evm/1/erc20.json': JSON.stringify([
        ['ethereum', 'usdc', 'USDC', 6, 'USD Coin', '30', usdc, false, false, null],
        ['ethereum', 'gone', 'GONE', 18, 'Gone', '30', `0x${'1'.repeat(40)}`, false, true, null],
        ['ethereum', 'zero', 'ZERO', 0, 'Zero', '30', `0x${'2'.repeat(40)}`, false, false, null],
        ['ethereum', 'spaced', 'A B', 18, 'Spaced', '30', `0x${'3'.repeat(40)}`, false, false, null],
        ['ethereum', 'bad', 'BAD', 18, 'Bad', '30', '0x12', false, false, null],
      ]),
    },
  },
  '@bgd-labs/aave-address-book': {
    licence: 'MIT',
    read: ['tokenlist.json'],
    files: {
      'tokenlist.json': JSON.stringify({
        tokens: [
          {
            chainId: 8453,
            address: other,
            name: 'Bridged',
            symbol: 'USDC',
            decimals: 6,
            tags: ['underlying'],
          },
          {
            chainId: 8453,
            address: usdc,
            name: 'Aave USDC',
            symbol: 'aUSDC',
            decimals: 6,
            tags: ['aTokenV3'],
          },
        ],
      }),
    },
  },
  '@hyperlane-xyz/registry': {
    licence: 'MIT',
    read: ['dist/chains/'],
    files: {
      'dist/chains/base/metadata.json': JSON.stringify({
        protocol: 'ethereum',
        chainId: 8453,
        blocks: { reorgPeriod: 10, estimateBlockTime: 2 },
      }),
      'dist/chains/base/logo.svg': draw('navy'),
      'dist/chains/ethereum/metadata.json': JSON.stringify({
        protocol: 'ethereum',
        chainId: 1,
        blocks: { reorgPeriod: 'finalized', estimateBlockTime: 13 },
      }),
    },
  },
  '@uniswap/sdk-core': {
    licence: 'MIT',
    read: ['dist/esm/src/addresses.js', 'dist/types/src/chains.d.ts'],
    files: {
      'dist/types/src/chains.d.ts':
        'export declare enum ChainId {\n    MAINNET = 1,\n    BASE = 8453,\n    UNHEARD_OF = 987654321\n}\n',
      'dist/esm/src/addresses.js': `import { ChainId, SUPPORTED_CHAINS } from './chains';
export const UNI_ADDRESSES = constructSameAddressMap('${usdc}', [ChainId.BASE]);
export const V2_FACTORY_ADDRESSES = {
    [ChainId.MAINNET]: '${exchange(2)}',
    [ChainId.BASE]: '${exchange(4)}',
};
export const V2_ROUTER_ADDRESSES = {
    [ChainId.MAINNET]: '${exchange(3)}',
};
// Shared by most networks
const DEFAULT_ADDRESSES = {
    v3CoreFactoryAddress: '${exchange(1)}',
};
const MAINNET_ADDRESSES = {
    ...DEFAULT_ADDRESSES,
    v4StateView: '${exchange(9)}',
};
const BASE_ADDRESSES = {
    v3CoreFactoryAddress: '${exchange(5)}',
    swapRouter02Address: '${exchange(6).toUpperCase().replace('X', 'x')}',
};
export const CHAIN_TO_ADDRESSES_MAP = {
    [ChainId.MAINNET]: MAINNET_ADDRESSES,
    [ChainId.BASE]: BASE_ADDRESSES,
    [ChainId.UNHEARD_OF]: MAINNET_ADDRESSES,
};
export const V3_CORE_FACTORY_ADDRESSES = {
    ...SUPPORTED_CHAINS.reduce((memo, chainId) => memo, {}),
};
`,
    },
  },
}

const facts: Facts = {
  date: '2026-01-02',
  wallets: {
    'io.first': { explorerId: 'ab'.repeat(32), slugs: ['primo'] },
    'org.late': { name: 'Latest', drawing: 'late' },
    'io.hidden': { hidden: true },
  },
  networks: {
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
      name: 'Solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      testnet: false,
      explorerUrl: 'https://solscan.io',
      icon: 'solana',
    },
  },
}

/** Writes the packages' tarballs into a cache folder, as `npm pack` does, and returns pins for them. */
function pack(changes: Partial<typeof packages> = {}) {
  const cacheFolder = tempFolder()
  const pins: Record<string, Pin> = {}
  for (const [name, entry] of Object.entries({ ...packages, ...changes })) {
    if (!entry) continue
    const manifest = JSON.stringify({ name, version: '1.0.0', license: entry.licence })
    const tarball = createTarball({ 'package.json': manifest, ...entry.files })
    writeFileSync(join(cacheFolder, `${name.replace('@', '').replace('/', '-')}-1.0.0.tgz`), tarball)
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    pins[name] = { version: '1.0.0', integrity, files: entry.read }
  }
  return { cacheFolder, pins, folder: join(tempFolder(), 'data') }
}

describe('buildCatalogue', () => {
  test('behavior: writes wallets in order, with icons and aliases, and without unsafe links', async () => {
    const { folder, ...rest } = pack()
    expect(await buildCatalogue({ facts, folder, ...rest })).toMatchObject({ wallets: 2, tokens: 4 })
    const { wallets } = openCatalogue({ folder })
    expect(wallets).toEqual([
      {
        wallet: {
          id: 'ab'.repeat(32),
          name: 'First Wallet',
          homepage: 'https://first.example/',
          image_id: 'img-1',
          link_mode: 'https://first.example/app',
          mobile_link: 'first://',
          app_store: 'https://apps.apple.com/1',
          rdns: 'io.first',
        },
        aliases: ['ab'.repeat(32), 'io.first', 'primo', 'first-wallet'],
        icon: expect.stringMatching(/^[0-9a-f]{32}\.webp$/),
      },
      {
        wallet: { id: 'org.late', name: 'Latest', homepage: 'https://late.example' },
        aliases: ['org.late', 'latest'],
        icon: expect.stringMatching(/\.svg$/),
      },
    ])
  })

  test('behavior: writes tokens sorted by rank, with decimals from a package and icons by address', async () => {
    const { folder, ...rest } = pack()
    await buildCatalogue({ facts, folder, ...rest })
    const catalogue = openCatalogue({ folder })
    const blue = catalogue.tokenIcon({ chain: 'eip155:1', address: usdc.toLowerCase() })
    expect(catalogue.tokenList('eip155:1')).toEqual([
      {
        chainId: 1,
        address: usdc,
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        extensions: { icon: blue },
      },
      {
        chainId: 1,
        address: other,
        name: 'Dai',
        symbol: 'DAI',
        decimals: 18,
        extensions: { icon: expect.stringMatching(/\.svg$/) },
      },
    ])
    // Only the curated list gets the icon by symbol, because anyone can create a token called USDC.
    expect(
      catalogue.tokenList('eip155:8453').map(({ symbol, extensions }) => [symbol, extensions?.icon]),
    ).toEqual([
      ['USDC', blue],
      ['aUSDC', undefined],
    ])
    expect(catalogue.symbolIcon('UsDc')).toBe(blue)
    expect(catalogue.tokenList('eip155:5')).toEqual([])
    expect(catalogue.tokenIcon({ chain: 'eip155:1', address: '0x00' })).toBeUndefined()
  })

  test('behavior: writes the networks of viem and of facts.json, with icons, block times and reorganisation depths', async () => {
    const { folder, ...rest } = pack()
    await buildCatalogue({ facts, folder, ...rest })
    const catalogue = openCatalogue({ folder })
    const find = (id: string) => catalogue.networks.find((network) => network.id === id)
    expect(find('eip155:8453')).toMatchObject({ name: 'Base', reorgBlocks: 10, blockSeconds: 2 })
    expect(find('eip155:1')).toMatchObject({ name: 'Ethereum', blockSeconds: 13 })
    expect(find('eip155:1')?.reorgBlocks).toBeUndefined()
    // An unsafe SVG is not used as an icon.
    expect(find('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toMatchObject({ name: 'Solana' })
    expect(catalogue.networkIcon('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBeUndefined()
    const icon = await catalogue.readIcon(catalogue.networkIcon('eip155:8453') ?? '')
    expect(icon?.type).toBe('image/svg+xml')
    expect(Buffer.from(icon?.bytes ?? []).toString('utf8')).toContain('navy')
  })

  test('behavior: writes the exchanges of its networks, resolving names, spreads and computed keys', async () => {
    const { folder, ...rest } = pack()
    await buildCatalogue({ facts, folder, ...rest })
    const catalogue = openCatalogue({ folder })
    expect(catalogue.dexes('eip155:1')).toEqual([
      { id: 'uniswap-v3', kind: 'v3', factory: getAddress(exchange(1)) },
      { id: 'uniswap-v2', kind: 'v2', factory: getAddress(exchange(2)), router: getAddress(exchange(3)) },
    ])
    expect(catalogue.dexes('eip155:8453')).toEqual([
      { id: 'uniswap-v3', kind: 'v3', factory: getAddress(exchange(5)), router: getAddress(exchange(6)) },
      { id: 'uniswap-v2', kind: 'v2', factory: getAddress(exchange(4)) },
    ])
    // Not a network of the catalogue.
    expect(catalogue.dexes('eip155:987654321')).toEqual([])
  })

  test.each([
    ['dist/esm/src/addresses.js', 'BASE_ADDRESSES,', 'makeAddresses(),', /CHAIN_TO_ADDRESSES_MAP/],
    ['dist/esm/src/addresses.js', exchange(2), '0x12', /"0x12" is not an address/],
    ['dist/esm/src/addresses.js', 'V2_ROUTER_ADDRESSES', 'ROUTERS', /V2_ROUTER_ADDRESSES/],
    ['dist/types/src/chains.d.ts', 'BASE = 8453', 'BASE = 1 << 3', /no enum ChainId/],
    ['dist/types/src/chains.d.ts', 'ChainId', 'Chain', /no enum ChainId/],
  ])('error: in %s of @uniswap/sdk-core, %s has become %s', async (file, from, to, message) => {
    const name = '@uniswap/sdk-core'
    const entry = packages[name] as (typeof packages)[string]
    const files = { ...entry.files, [file]: (entry.files[file] ?? '').replace(from, to) }
    const { folder, ...rest } = pack({ [name]: { ...entry, files } })
    await expect(buildCatalogue({ facts, folder, ...rest })).rejects.toThrow(message)
    expect(existsSync(folder)).toBe(false)
  })

  test('behavior: LICENSES.json has the package of every file and icon, and the licence of every package', async () => {
    const { folder, ...rest } = pack()
    await buildCatalogue({ facts, folder, ...rest })
    const { sources, items } = JSON.parse(readFileSync(join(folder, 'LICENSES.json'), 'utf8'))
    expect(sources.map(({ name, licence }: Record<string, string>) => [name, licence])).toEqual([
      ['viem', 'MIT'],
      ...Object.entries(packages).map(([name, { licence }]) => [name, licence]),
    ])
    expect(sources[1].text).toBe('Apache License')
    const files = [
      ...readdirSync(join(folder, 'icons')).map((file) => `icons/${file}`),
      ...readdirSync(join(folder, 'tokens')).map((file) => `tokens/${file}`),
    ]
    expect(files.filter((file) => !items[file])).toEqual([])
  })

  test('behavior: counts as built until an input changes; the next build then has another version', async () => {
    const { folder, ...rest } = pack()
    expect(isBuilt({ facts, folder, ...rest })).toBe(false)
    await buildCatalogue({ facts, folder, ...rest })
    const { version } = openCatalogue({ folder })
    expect(version).toMatch(/^[0-9a-f]{32}$/)
    expect(isBuilt({ facts, folder, ...rest })).toBe(true)
    const changed = { ...facts, wallets: {} }
    expect(isBuilt({ facts: changed, folder, ...rest })).toBe(false)
    await buildCatalogue({ facts: changed, folder, ...rest })
    expect(openCatalogue({ folder }).version).not.toBe(version)
    expect(readdirSync(join(folder, '..'))).toEqual(['data'])
  })

  test.each(['GPL-3.0', 'UNLICENSED', undefined])(
    'error: rejects a package with the licence %j',
    async (licence) => {
      const entry = packages.thirdweb as (typeof packages)[string]
      const { folder, ...rest } = pack({ thirdweb: { ...entry, licence: licence as string } })
      await expect(buildCatalogue({ facts, folder, ...rest })).rejects.toThrow(
        `thirdweb@1.0.0 has the licence "${licence}", which is not an allowed open licence.`,
      )
      expect(existsSync(folder)).toBe(false)
    },
  )
})

describe('readSources', () => {
  test('behavior: uses cached tarballs without downloading', async () => {
    const { pins, cacheFolder } = pack()
    const fetchTarballs = async () => expect.unreachable()
    expect((await readSources({ pins, cacheFolder, fetchTarballs })).size).toBe(8)
  })

  test('error: downloads a tarball again if its integrity differs, and rejects it if it still differs', async () => {
    const { pins, cacheFolder } = pack()
    const requested: string[] = []
    writeFileSync(
      join(cacheFolder, 'thirdweb-1.0.0.tgz'),
      createTarball({ 'package.json': '{"license":"MIT"}' }),
    )
    await expect(
      readSources({
        pins,
        cacheFolder,
        fetchTarballs: async ({ packages }) => void requested.push(...packages),
      }),
    ).rejects.toThrow(/thirdweb@1.0.0 is not the package that sources.json pins/)
    expect(requested).toEqual(['thirdweb@1.0.0'])
  })

  test('error: reports a failed download in one sentence', async () => {
    const { pins } = pack()
    await expect(
      readSources({
        pins: { thirdweb: pins.thirdweb as Pin },
        cacheFolder: tempFolder(),
        fetchTarballs: async () => {
          throw new Error('ENOTFOUND')
        },
      }),
    ).rejects.toMatchObject({
      shortMessage:
        'npm could not download thirdweb@1.0.0: check the connection to the registry, then run `npm run -w @portico/catalogue build`.',
    })
  })
})

describe('openCatalogue', () => {
  test('behavior: returns an empty catalogue if nothing has been built', async () => {
    const catalogue = openCatalogue({ folder: join(tempFolder(), 'nothing') })
    expect([catalogue.version, catalogue.wallets, catalogue.networks]).toEqual(['', [], []])
    expect(catalogue.tokenList('eip155:1')).toEqual([])
    expect(catalogue.dexes('eip155:1')).toEqual([])
    expect(await catalogue.readIcon(`${'0'.repeat(32)}.svg`)).toBeUndefined()
  })

  test.each(['../catalogue.json', `../icons/${'0'.repeat(32)}.svg`, `${'0'.repeat(32)}.json`, '', 'a.svg'])(
    'error: returns no icon for %j',
    async (file) => {
      const { folder, ...rest } = pack()
      await buildCatalogue({ facts, folder, ...rest })
      expect(await openCatalogue({ folder }).readIcon(file)).toBeUndefined()
    },
  )
})
