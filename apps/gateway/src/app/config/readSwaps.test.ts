import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkConfig } from './checkConfig.ts'
import { readConfig } from './readConfig.ts'

function secretFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'swaps-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key')
  writeFileSync(file, content)
  return file
}

describe('readSwapProviders', () => {
  test('behavior: only pools, unless others are named', () => {
    expect(readConfig({}).swaps).toMatchObject({ providers: ['onchain'], keys: {} })
    expect(readConfig({ SWAP_PROVIDERS: 'none' }).swaps.providers).toEqual([])
  })

  test('param: SWAP_PROVIDERS and the file with a key', () => {
    const SWAP_1INCH_KEY_FILE = secretFile('a-key\n')
    expect(readConfig({ SWAP_PROVIDERS: 'kyberswap, 1inch', SWAP_1INCH_KEY_FILE }).swaps).toMatchObject({
      providers: ['kyberswap', '1inch'],
      keys: { '1inch': 'a-key' },
    })
  })

  test('param: SWAP_MAKERS: the address of a maker by Solana network', () => {
    const id = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
    const makersOf = (value: unknown) => readConfig({ SWAP_MAKERS: JSON.stringify(value) }).swaps.makers
    expect(readConfig({}).swaps.makers.size).toBe(0)
    expect([...makersOf({ [id]: 'https://maker.example/v1/' })]).toEqual([[id, 'https://maker.example/v1']])
    expect(() => makersOf({ 'eip155:1': 'https://maker.example' })).toThrow('CAIP-2 ID of a Solana network')
    for (const url of ['ftp://maker.example', 'maker.example', 'https://maker.example?key=1'])
      expect(() => makersOf({ [id]: url })).toThrow('must be an http:// or https:// address without a query')
  })

  test('error: unknown providers, and a key that is missing or empty', () => {
    expect(() => readConfig({ SWAP_PROVIDERS: 'onchain,odos' })).toThrow('it has "odos"')
    expect(() => readConfig({ SWAP_PROVIDERS: '1inch' })).toThrow('SWAP_1INCH_KEY_FILE is not set')
    const SWAP_1INCH_KEY_FILE = secretFile(' ')
    expect(() => readConfig({ SWAP_PROVIDERS: '1inch', SWAP_1INCH_KEY_FILE })).toThrow('is an empty file')
  })
})

describe('dexes', () => {
  const uniswap = {
    id: 'uniswap-v3',
    kind: 'v3',
    factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
    router: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
    fees: [500, 3000],
  }
  const read = (DEXES: unknown) =>
    readConfig({ DEXES: typeof DEXES === 'string' ? DEXES : JSON.stringify(DEXES) }).swaps.dexes

  test('behavior: exchanges by network, or none', () => {
    const quoter = '0x3333333333333333333333333333333333333333'
    expect([...read({ 'eip155:1': [{ ...uniswap, quoter }], 'eip155:10': [] })]).toEqual([
      ['eip155:1', [{ ...uniswap, quoter }]],
      ['eip155:10', []],
    ])
    expect(readConfig({}).swaps.dexes.size).toBe(0)
  })

  const own = (changes: object) => ({ 'eip155:1': [{ ...uniswap, ...changes }] })
  const fee = 'must be a whole number from 0 to 999999, in hundredths of a basis point: 3000 is 0.3 %.'
  test.each([
    ['{', 'DEXES is not valid JSON: '],
    ['/nowhere/dexes.json', '"/nowhere/dexes.json" is neither.'],
    [[], 'DEXES is invalid: must be an object of lists of exchanges, by CAIP-2 ID of their network.'],
    [
      { mainnet: [] },
      'DEXES at mainnet is invalid: must be the CAIP-2 ID of an EVM chain, such as eip155:1.',
    ],
    [{ 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': [] }, 'must be the CAIP-2 ID of an EVM chain'],
    [{ 'eip155:1': uniswap }, 'DEXES at eip155:1 is invalid: must be a list of exchanges; [] for none.'],
    [{ 'eip155:1': [uniswap, uniswap] }, 'at eip155:1 is invalid: must have an id of its own for each'],
    [{ 'eip155:1': Array(11).fill(uniswap) }, 'DEXES at eip155:1 is invalid: may have 10 exchanges.'],
    [
      own({ id: 'Uniswap V3' }),
      'at eip155:1 › 0 › id is invalid: must be of lower-case letters, digits and -.',
    ],
    [own({ id: undefined }), 'DEXES at eip155:1 › 0 › id is invalid: must be a name.'],
    [own({ kind: 'v4' }), 'DEXES at eip155:1 › 0 › kind is invalid: must be v2 or v3.'],
    [own({ factory: '0x12' }), '› factory is invalid: must be an address: 0x followed by 40 hex digits.'],
    [own({ router: undefined }), '› router is invalid: must be an address: 0x followed by 40 hex digits.'],
    [
      own({ factory: '0x1f98431c8aD98523631AE4a59f267346ea31F984' }),
      'DEXES at eip155:1 › 0 › factory is invalid: has a wrong checksum: copy the address again.',
    ],
    [own({ quoter: 'quoter.eth' }), '› quoter is invalid: must be an address'],
    [own({ qouter: uniswap.router }), 'DEXES at eip155:1 › 0 is invalid: Unrecognized key: "qouter".'],
    [own({ fees: [] }), 'DEXES at eip155:1 › 0 › fees is invalid: must have a fee.'],
    [own({ fees: Array(9).fill(1) }), '› fees is invalid: may have 8 fees.'],
    [own({ fees: 500 }), '› fees is invalid: must be a list of the fees of its pools, such as [500,3000].'],
    [own({ fees: [0.3] }), `DEXES at eip155:1 › 0 › fees › 0 is invalid: ${fee}`],
    [own({ fees: [500, 1_000_000] }), `DEXES at eip155:1 › 0 › fees › 1 is invalid: ${fee}`],
    [own({ fees: [-1] }), `› fees › 0 is invalid: ${fee}`],
    [
      own({ router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D' }),
      'DEXES at eip155:1 › 0 › router is invalid: swaps over v2 pools only: name a SwapRouter02.',
    ],
  ])('error: %j', (value, message) => {
    expect(() => read(value)).toThrow(message)
  })

  test('error: all problems are named at once', () => {
    const { router, ...rest } = uniswap
    expect(() => read({ 'eip155:1': [{ ...rest, kind: 'v5', fees: [] }] })).toThrow(
      /› kind is .*› router is .*› fees is /s,
    )
  })
})

describe('checkConfig', () => {
  const rpcUrls = (...chains: string[]) =>
    JSON.stringify(Object.fromEntries(chains.map((chain) => [chain, ['https://node.example']])))
  const folder = (dexes: object) => {
    const file = secretFile('')
    writeFileSync(join(dirname(file), 'dexes.json'), JSON.stringify(dexes))
    return dirname(file)
  }
  const local = { id: 'mine', kind: 'v2', fees: [3000] }
  const pair = { ...local, factory: `0x${'11'.repeat(20)}`, router: `0x${'22'.repeat(20)}` }

  test('behavior: says over which exchanges swaps go', () => {
    const v3 = { id: 'uniswap-v3', kind: 'v3', factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984' }
    const CATALOGUE_DIR = folder({ 'eip155:1': [v3], 'eip155:10': [v3] })
    const RPC_URLS = rpcUrls('eip155:1', 'eip155:10', 'eip155:5')
    const DEXES = JSON.stringify({ 'eip155:10': [pair], 'eip155:137': [pair] })
    const { text } = checkConfig({ CATALOGUE_DIR, RPC_URLS, DEXES })
    expect(text).toContain(
      'swaps: onchain\nexchanges on eip155:1: uniswap-v3\nexchanges on eip155:10: mine\nembedded',
    )
    expect(text).toContain('DEXES has eip155:137, but RPC_URLS does not: nothing is swapped there.')
    expect(checkConfig({ CATALOGUE_DIR, RPC_URLS, SWAP_PROVIDERS: 'kyberswap' }).text).not.toContain(
      'exchanges',
    )
  })

  test('behavior: says so if no network has an exchange', () => {
    expect(checkConfig({ CATALOGUE_DIR: folder({}), RPC_URLS: rpcUrls('eip155:1') }).text).toContain(
      'no network of RPC_URLS has an exchange: set DEXES, or nothing is swapped over pools.',
    )
  })
})
