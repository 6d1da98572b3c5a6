import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@portico/server/process'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { normalizeName } from '../../modules/names/normalizeName.ts'
import { checkConfig } from './checkConfig.ts'
import { readConfig } from './readConfig.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('readConfig', () => {
  test('behavior: by default serves the local networks on localhost', () => {
    const config = readConfig({ PORTICO_DATA_DIR: '/data' })
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4401,
      dataDir: '/data/gateway',
      logLevel: 'error',
      priceMaxAge: 86_400,
    })
    expect([...config.rpcUrls]).toEqual([
      ['eip155:31337', ['http://127.0.0.1:8545']],
      ['eip155:31338', ['http://127.0.0.1:8546']],
      ['solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz', ['http://127.0.0.1:8899']],
      ['solana:ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5', ['http://127.0.0.1:8901']],
      ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', ['http://127.0.0.1:18443']],
      ['bip122:00000008819873e925422c1ff0f99f7c', ['http://127.0.0.1:38332']],
    ])
    expect([...config.esploraUrls]).toEqual([
      ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', ['http://127.0.0.1:4406']],
      ['bip122:00000008819873e925422c1ff0f99f7c', ['http://127.0.0.1:4408']],
    ])
    expect([...config.projects.keys()]).toEqual(['local'])
  })

  test('param: EVM_PORT sets the port of the local chain', () => {
    const { rpcUrls } = readConfig({ EVM_PORT: '9545' })
    expect(rpcUrls.get('eip155:31337')).toEqual(['http://127.0.0.1:9545'])
  })

  test('param: ESPLORA_URLS sets the Esplora servers of Bitcoin networks', () => {
    const chain = 'bip122:000000000019d6689c085ae165831e93'
    const RPC_URLS = '{"eip155:1":["https://node.example"]}'
    const read = (value: unknown) =>
      readConfig({ RPC_URLS, ESPLORA_URLS: JSON.stringify(value) }).esploraUrls.get(chain)
    expect(read({ [chain]: ['https://one.example/api/', 'https://two.example'] })).toEqual([
      'https://one.example/api',
      'https://two.example',
    ])
    expect(readConfig({ RPC_URLS }).esploraUrls.size).toBe(0)
    for (const invalid of [
      { 'eip155:1': ['https://a.example'] },
      { [chain]: [] },
      { [chain]: ['ws://a.example'] },
    ])
      expect(() => read(invalid)).toThrow(/ESPLORA_URLS at/)
  })

  test('param: PROJECTS may be the path of a file', () => {
    const file = join(tempFolder(), 'projects.json')
    writeFileSync(file, '{"shop":{"name":"Shop","allowedOrigins":["https://shop.example"]}}')
    const { projects } = readConfig({ PROJECTS: file, NODE_ENV: 'production' })
    expect([...projects]).toEqual([['shop', { name: 'Shop', allowedOrigins: ['https://shop.example'] }]])
  })

  test.each([
    [{ id: '', isEnabled: true, config: null }],
    [{ id: 'swap', isEnabled: 'yes', config: null }],
    [{ id: 'swap', isEnabled: true }],
    [{ id: 'social_login', isEnabled: true, config: 'email' }],
  ])('error: PROJECTS with the feature %o', (feature) => {
    const shop = { name: 'Shop', allowedOrigins: [], features: [feature] }
    expect(() => readConfig({ PROJECTS: JSON.stringify({ shop }) })).toThrow(/PROJECTS at .*features/)
  })

  test('param: PRICE_FEEDS accepts feeds and numbers, with token addresses in any case', () => {
    const feed = `0x${'Ab'.repeat(20)}`
    const { prices } = readConfig({
      PRICE_FEEDS: JSON.stringify({ 'eip155:31337': { native: feed, [`0x${'Cd'.repeat(20)}`]: 1.5 } }),
    })
    expect([...(prices.get('eip155:31337') ?? [])]).toEqual([
      ['native', { chain: 'eip155:31337', feed }],
      [`0x${'cd'.repeat(20)}`, { price: 1.5 }],
    ])
  })

  test('param: PRICE_FEEDS of networks without EVM: feeds on another chain, case-sensitive token addresses', () => {
    const feed = `0x${'Ab'.repeat(20)}`
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const read = (sources: Record<string, unknown>) =>
      readConfig({ PRICE_FEEDS: JSON.stringify({ [solana]: sources }) }).prices.get(solana)
    expect([...(read({ native: `eip155:1:${feed}`, [mint]: 1 }) ?? [])]).toEqual([
      ['native', { chain: 'eip155:1', feed }],
      [mint, { price: 1 }],
    ])
    expect(() => read({ native: feed })).toThrow(/PRICE_FEEDS at .*native.*must be a CAIP-10 address/)
    expect(() => read({ [feed]: 1 })).toThrow(/PRICE_FEEDS at .*must be native or a token address/)
    expect(() => readConfig({ PRICE_FEEDS: '{"cosmos:hub":{"native":1}}' })).toThrow(/must be a CAIP-2 ID/)
  })

  test('behavior: an empty variable is treated as not set', () => {
    expect(readConfig({ GATEWAY_PORT: '', RPC_URLS: ' ', PROJECTS: '' }).port).toBe(4401)
  })

  test('behavior: the project `local` does not exist in production', () => {
    const { projects } = readConfig({ NODE_ENV: 'production', GATEWAY_OPEN: '1' })
    expect(projects.size).toBe(0)
  })

  test('param: limits of open connections: on in production, off in development, or as set', () => {
    const read = (env: Record<string, string>) => readConfig(env).limits
    expect(read({ NODE_ENV: 'production' })).toMatchObject({
      streamsPerAddress: 50,
      socketsPerAddress: 50,
      connectionsPerAddress: 500,
    })
    expect(read({})).toMatchObject({ streamsPerAddress: 1e6, connectionsPerAddress: undefined })
    const set = { STREAM_LIMIT_ADDRESS: '3', SOCKET_LIMIT_ADDRESS: '4', CONNECTION_LIMIT_ADDRESS: '5' }
    expect(read(set)).toMatchObject({ streamsPerAddress: 3, socketsPerAddress: 4, connectionsPerAddress: 5 })
  })

  test('param: METRICS_PORT and METRICS_HOST: off, or the loopback address unless another one is set', () => {
    expect(readConfig({ METRICS_HOST: '10.0.0.1' }).metrics).toBeUndefined()
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.1' }).metrics?.host).toBe('10.0.0.1')
    expect(problemsOf({ METRICS_PORT: 'all' })).toEqual([
      'METRICS_PORT must be a whole number from 0 to 65535; it is "all".',
    ])
  })

  test('error: lists every problem at once', () => {
    expect(
      problemsOf({
        GATEWAY_PORT: '70000',
        LOG_LEVEL: 'loud',
        RPC_URLS: '{"ethereum":["ftp://node"]}',
        PROJECTS: '{"a b":{"name":"","allowedOrigins":["example.com"]}}',
        TOKENS: '/does/not/exist.json',
        PRICE_FEEDS: '{"eip155:1":',
        DATABASE_URL: 'mysql://user:secret@db',
        REDIS_URL: 'localhost:6379',
      }),
    ).toMatchInlineSnapshot(`
      [
        "LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace; it is "loud".",
        "RPC_URLS at ethereum is invalid: must be a CAIP-2 ID in the namespace eip155, solana or bip122, such as eip155:1.",
        "PROJECTS at a b is invalid: must be 1–64 letters, digits, . _ -.",
        "GATEWAY_PORT must be a whole number from 0 to 65535; it is "70000".",
        "DATABASE_URL must be a URL that starts with postgres:// or postgresql://.",
        "REDIS_URL must be a URL that starts with redis:// or rediss://.",
        "TOKENS must be JSON or the path of a readable JSON file; "/does/not/exist.json" is neither.",
        "PRICE_FEEDS is not valid JSON: Unexpected end of JSON input.",
      ]
    `)
  })

  test.each(['Portico.local', '.local', 'a b'])('error: NAMES_ZONE is “%s”', (zone) => {
    expect(problemsOf({ NAMES_ZONE: zone })).toEqual([
      `NAMES_ZONE must be a name normalised by ENSIP-15, such as portico.local; it is "${zone}".`,
    ])
  })

  test('behavior: the default zone, which is not checked, is normalised by ENSIP-15', () => {
    const { zone } = readConfig({}).names
    expect(normalizeName(zone)).toBe(zone)
  })

  test('behavior: in production PROJECTS is optional, and --check mentions projects in the database', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([])
    expect(checkConfig({ NODE_ENV: 'production' }).text).toContain(
      'PROJECTS is not set: only projects created with `npm run gateway -- project add` exist.',
    )
  })
})

describe('checkConfig', () => {
  test('behavior: describes the configuration and what is missing', () => {
    expect(checkConfig({ PORTICO_DATA_DIR: '/data' })).toMatchInlineSnapshot(`
      {
        "ok": true,
        "text": "listens on 127.0.0.1:4401
      data in /data/gateway
      chains: eip155:31337, eip155:31338, solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz, solana:ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5, bip122:0f9188f13cb7b2c71f2a335e3a4fc328, bip122:00000008819873e925422c1ff0f99f7c
      projects: local
      swaps: onchain
      no network of RPC_URLS has an exchange: set DEXES, or nothing is swapped over pools.
      embedded wallets for http://wallet.localhost:4402, vault at http://localhost:4403 (auto: whoever runs both servers can open a wallet)
      introductions: mails codes through 127.0.0.1:4405; required for new keys
      social logins: none
      smart accounts: accounts may delegate to 0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B on eip155:31337, eip155:31338, where the node shows it
      sponsored fees are off: PAYMASTERS is not set
      buying is off: ONRAMP_PROVIDERS is not set
      RPC_URLS is not set: only the local networks are served.
      TOKENS is not set: balances show only tokens that an account has moved.
      PRICE_FEEDS is not set: balances have no values unless another price source is configured.
      IPFS_GATEWAYS is not set: NFTs on IPFS have no images.
      RPC_URLS has no eip155:1: addresses have no ENS names.",
      }
    `)
  })

  test('behavior: names the makers of swaps, and those that are not asked', () => {
    const [served, other] = [
      'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ]
    const url = 'https://user:secret@maker.example/v1'
    const { text } = checkConfig({ SWAP_MAKERS: JSON.stringify({ [served]: url, [other]: url }) })
    expect(text).toContain(
      `swaps: onchain, maker at maker.example on ${served}, maker at maker.example on ${other}\n`,
    )
    expect(text).toContain(`SWAP_MAKERS has ${other}, but RPC_URLS does not: its maker is not asked.`)
    expect(text).not.toContain(`SWAP_MAKERS has ${served}`)
  })

  test('param: TOKENS has addresses of EVM chains and Solana mints', () => {
    const read = (value: unknown) => readConfig({ TOKENS: JSON.stringify(value) }).tokens
    const chain = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
    const mint = '7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c'
    expect(read({ [chain]: [{ address: mint }] }).get(chain)).toEqual([{ address: mint }])
    expect(() => read({ [chain]: [{ address: '0x1' }] })).toThrow('must be an address: 32 bytes in base58')
    expect(() => read({ 'eip155:1': [{ address: mint }] })).toThrow(
      'must be an address: 0x and 40 hex digits',
    )
    expect(() => read({ 'bip122:000000000019d6689c085ae165831e93': [] })).toThrow('an EVM chain or a Solana')
  })

  test('behavior: describes introductions without the password of the mail server', () => {
    const env = {
      INTRODUCTIONS: 'required',
      GATEWAY_SMTP_URL: 'smtps://login:secret@mail.example:465',
      GATEWAY_MAIL_FROM: 'login@shop.example',
    }
    const { text } = checkConfig(env)
    expect(text).toContain('introductions: mails codes through mail.example:465; required for new keys')
    expect(text).not.toContain('secret')
    const social = { SOCIAL_GOOGLE_CLIENT_ID: 'client', SOCIAL_ISSUERS: 'http://localhost:4409' }
    expect(checkConfig(social).text).toContain('social logins: google (at http://localhost:4409)')
    expect(checkConfig({ WALLET_ORIGIN: 'off' }).text).not.toContain('introductions')
  })

  test('error: lists invalid values', () => {
    const { ok, text } = checkConfig({ GATEWAY_PORT: 'x' })
    expect(ok).toBe(false)
    expect(text).toContain('GATEWAY_PORT must be a whole number from 0 to 65535; it is "x".')
  })
})
